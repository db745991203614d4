import type { ChatEvent } from '../../../generated/events.ts';
import type { ReplyPart } from './reply-part.ts';

/**
 * Takes what comes, one after another; false says that nothing more is wanted. Where it answers a promise, the next one
 * waits for it, but for the last event of a reply that is stopped meanwhile. A function and no stream or generator:
 * every word of every reply passes here, and each stage between the model and the wire would cost it several promises.
 */
export type Sink<T> = (value: T) => boolean | Promise<boolean>;

export type EventSink = Sink<ChatEvent>;
export type PartSink = Sink<ReplyPart>;
