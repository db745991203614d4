import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bufferLines } from './buffer-lines.ts';

describe('buffered lines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function buffered() {
    const writes: string[] = [];
    return { writes, lines: bufferLines({ write: (text) => void writes.push(text) }) };
  }

  it('are written together, in order, after 100 ms at the latest', () => {
    const { writes, lines } = buffered();
    lines.write('one\n');
    vi.advanceTimersByTime(99);
    lines.write('two\n');
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(1);
    lines.write('three\n');
    vi.advanceTimersByTime(100);
    expect(writes).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('are written at once when there are many, and each only once', () => {
    const { writes, lines } = buffered();
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 13; count += 1) lines.write(line);
    expect(writes).toEqual([line.repeat(13)]);
    vi.advanceTimersByTime(1_000);
    lines.flush();
    expect(writes).toHaveLength(1);
  });

  it('are written when the process is about to end', () => {
    const { writes, lines } = buffered();
    lines.write('last\n');
    lines.flush();
    expect(writes).toEqual(['last\n']);
  });
});
