const smallestCapacity = 16;

/** The times of admissions, oldest first, in a ring that grows to what the limit needs. */
export class AdmissionLog {
  #times = new Float64Array(smallestCapacity);
  #start = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The time at `index`, 0 being the oldest. `index` must be below `size`. */
  at(index: number): number {
    return this.#times[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#start + this.#size) % this.#times.length] = time;
    this.#size += 1;
  }

  /** Forgets every time up to and including `time`. */
  dropUntil(time: number): void {
    while (this.#size > 0 && this.at(0) <= time) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size -= 1;
    }
  }

  #grow(): void {
    const grown = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.#size; index += 1) grown[index] = this.at(index);
    this.#times = grown;
    this.#start = 0;
  }
}
