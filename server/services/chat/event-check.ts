import type { ChatEvent } from '../../../generated/events.ts';

export type EventCheck = (event: ChatEvent) => void;

/** Judges events by the contract; the judge throws on one that breaks it. */
export async function openEventCheck(): Promise<EventCheck> {
  const { validateEvent } = await import('../../../generated/validators.js');
  return (event) => {
    if (validateEvent(event)) return;
    throw new Error(`an event breaks the contract: ${JSON.stringify(validateEvent.errors)}`);
  };
}

export async function noEventCheck(): Promise<EventCheck> {
  return () => undefined;
}
