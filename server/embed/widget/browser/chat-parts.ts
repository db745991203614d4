import type { Phrases } from './phrases.ts';
import type { Panel } from './panel.ts';
import type { PanelPhrases } from './phrases.ts';
import type { Report } from './reporter.ts';
import type { Service } from './service.ts';
import type { ChatStorage, StoredChat } from './storage.ts';
import type { Transcript } from './transcript.ts';
import type { GivenPage, WidgetConfig } from './types.ts';

/** What the conversation reports to the page's scripts. */
export type ChatSignal = 'message' | 'reply' | 'error' | 'add-to-cart';

/** What an open chat gets from the window around it. */
export interface WindowParts {
  readonly widget: WidgetConfig;
  readonly phrases: PanelPhrases;
  /** The tag, such as `pt-BR`. */
  readonly language: string;
  readonly service: Service;
  readonly storage: ChatStorage;
  readonly panel: Panel;
  readonly root: ShadowRoot;
  notify(signal: ChatSignal, detail: string): void;
  readonly report: Report;
  /** The window's part of what is stored. */
  shown(): Pick<StoredChat, 'open' | 'unread'>;
  /** The product that the script tag names, and what the page's scripts have said. */
  page(): { readonly productId: string | undefined; readonly given: GivenPage };
}

/** A conversation. */
export interface Chat {
  /** Sends a message; false for an empty one, and while a reply is streaming. */
  send(text: string): boolean;
  stop(): void;
  /** Whether a reply is streaming, here or in another tab. */
  isBusy(): boolean;
  /** Whether nothing was said yet. */
  isEmpty(): boolean;
  restart(): void;
  /** Scrolls to the end, after the window was hidden. */
  showEnd(): void;
}

/** The script that is loaded when the chat is opened. */
export interface ChatModule {
  createChat(parts: WindowParts): Chat;
}

/** What the conversation works with. */
export interface ChatParts extends Omit<WindowParts, 'phrases' | 'shown' | 'root'> {
  readonly phrases: Phrases;
  readonly transcript: Transcript;
  /** Called when the conversation has to be stored. */
  onChange(): void;
}
