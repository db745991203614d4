import type { ImportProgress } from '../catalog/import/import-source.ts';
import type { Terminal } from './terminal.ts';

/** A line that grows while a file is read, and is gone at the end; nothing where nobody watches. */
export function showProgress(terminal: Terminal): {
  update(progress: ImportProgress): void;
  end(): void;
} {
  let shown = '';
  return {
    update({ bytesRead, bytesTotal }) {
      if (!terminal.isInteractive) return;
      const text = bytesTotal ? `${Math.floor((100 * bytesRead) / bytesTotal)} %` : megabytes(bytesRead);
      if (text === shown) return;
      shown = text;
      terminal.error(`\rReading: ${text}`);
    },
    end() {
      if (shown !== '') terminal.error('\r\u001b[K');
      shown = '';
    },
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
