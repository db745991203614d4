import type { Panel } from './panel.ts';
import type { Phrases } from './phrases.ts';
import type { Report } from './reporter.ts';
import type { Service } from './service.ts';
import type { ChatStorage } from './storage.ts';
import type { Transcript } from './transcript.ts';
import type { WidgetConfig } from './types.ts';

/** What the conversation reports to the page's scripts. */
export type ChatSignal = 'message' | 'reply' | 'error' | 'add-to-cart';

/** What the conversation works with. */
export interface ChatParts {
  readonly widget: WidgetConfig;
  readonly phrases: Phrases;
  readonly service: Service;
  readonly storage: ChatStorage;
  readonly panel: Panel;
  readonly transcript: Transcript;
  notify(signal: ChatSignal, detail: string): void;
  readonly report: Report;
  /** Called when the conversation has to be stored. */
  onChange(): void;
}
