import type { ChatEvent } from '../../generated/events.ts';
import { validateEvent } from '../../generated/validators.js';

/** Judges an event by the contract. Throws when it breaks a rule, which is a fault of ours. */
export type EventCheck = (event: ChatEvent) => void;

export const checkEvent: EventCheck = (event) => {
  if (validateEvent(event)) return;
  throw new Error(`an event breaks the contract: ${JSON.stringify(validateEvent.errors)}`);
};

export const trustEvent: EventCheck = () => undefined;
