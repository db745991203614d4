/** The mark of the home page and its name. */
export function Brand() {
  return (
    <div class="brand">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <path
          class="mark"
          d="M6 3h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"
        />
        <path
          fill="none"
          stroke="#fff"
          stroke-width="2.4"
          stroke-linecap="round"
          stroke-linejoin="round"
          d="M9 8.5h2.5l2 8h8l2-6H12.5"
        />
      </svg>
      <span>Conversational Agent Service</span>
    </div>
  );
}
