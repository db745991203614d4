/** Who notices a change. Deployments are all servers that implement the contract, ours and others. */
export type Audience = 'clients that send' | 'clients that read' | 'readers of events' | 'deployments';

/**
 * breaking: what worked no longer does. obligation: a deployment must do more than before to conform; nothing that
 * worked breaks. compatible: neither.
 */
export type Effect = 'breaking' | 'obligation' | 'compatible';

export interface Rule {
  readonly effect: Effect;
  readonly audience: readonly Audience[];
  readonly why: string;
}

const senders = ['clients that send'] as const;
const readers = ['clients that read'] as const;
const events = ['readers of events'] as const;
const deployments = ['deployments'] as const;
const everybody = [...senders, ...readers, ...deployments] as const;

const breaking = (audience: readonly Audience[], why: string): Rule => ({
  effect: 'breaking',
  audience,
  why,
});
const obligation = (why: string): Rule => ({ effect: 'obligation', audience: deployments, why });
const compatible = (audience: readonly Audience[], why: string): Rule => ({
  effect: 'compatible',
  audience,
  why,
});

/** Every rule of decision 0052 by its name. A change has the effect and the audience of its rule. */
export const rules = {
  // Operations
  'operation-removed': breaking(senders, 'A client that calls it gets 404 or 405.'),
  'operation-added': obligation('A deployment must serve it.'),
  'operation-now-described': compatible([], 'The path existed before, outside of `paths`.'),
  'operation-id-changed': breaking(
    senders,
    'Code that is generated from the contract calls it by this name.',
  ),
  'operation-deprecated': compatible(senders, 'It works as before; clients should leave it.'),
  'operation-no-longer-deprecated': compatible(senders, 'It works as before.'),
  'server-removed': breaking(senders, 'A client that uses this address reaches nothing.'),
  'server-added': compatible(senders, 'A further address.'),
  // Security
  'security-narrowed': breaking(senders, 'A credential that was accepted is rejected.'),
  'security-widened': obligation('A deployment must accept a further credential.'),
  'security-scheme-changed': breaking(senders, 'The credential is sent in another way.'),
  // Parameters
  'parameter-removed': breaking(senders, 'A client that sends it is rejected, or its value has no effect.'),
  'required-parameter-added': breaking(senders, 'A request without it is rejected.'),
  'optional-parameter-added': obligation('A deployment must accept it and act on it.'),
  'parameter-became-required': breaking(senders, 'A request without it is rejected.'),
  'parameter-became-optional': obligation('A deployment must accept requests without it.'),
  'parameter-serialization-changed': breaking(senders, 'A value is written in another way.'),
  'parameter-deprecated': compatible(senders, 'It works as before; clients should leave it.'),
  // Request bodies
  'request-body-removed': breaking(senders, 'A client that sends a body is rejected, or it has no effect.'),
  'required-request-body-added': breaking(senders, 'A request without a body is rejected.'),
  'optional-request-body-added': obligation('A deployment must accept a body.'),
  'request-body-became-required': breaking(senders, 'A request without a body is rejected.'),
  'request-body-became-optional': obligation('A deployment must accept requests without a body.'),
  'request-media-type-removed': breaking(senders, 'A body of this type is rejected.'),
  'request-media-type-added': obligation('A deployment must accept bodies of this type.'),
  'request-media-type-narrowed': breaking(senders, 'A body of another type of the range is rejected.'),
  'request-media-type-widened': obligation('A deployment must accept the whole range.'),
  // Responses
  'success-status-removed': breaking(readers, 'A client waits for this status.'),
  'success-status-added': breaking(readers, 'A client does not expect this status, nor its body.'),
  'error-status-removed': obligation('A deployment must not respond with it.'),
  'error-status-added': compatible(
    readers,
    'A client treats a status of 400 or more that it does not know as the 400 or 500 of its class (0052).',
  ),
  'not-modified-added': compatible(readers, 'Only clients that send If-None-Match receive 304.'),
  'response-media-type-removed': breaking(readers, 'A client that reads this type receives another.'),
  'response-media-type-added': compatible(
    readers,
    'A deployment sends it only to a client that asks for it.',
  ),
  'response-media-type-narrowed': obligation('A deployment must not send another type of the range.'),
  'response-media-type-widened': breaking(readers, 'A client may receive a type that it does not read.'),
  'response-header-removed': compatible(readers, 'It was optional: a client works without it.'),
  'required-response-header-removed': breaking(readers, 'A client relies on this header.'),
  'response-header-added': compatible(readers, 'Clients ignore headers that they do not know (0052).'),
  'required-response-header-added': obligation('A deployment must send it.'),
  'response-header-became-optional': breaking(readers, 'A client relies on this header.'),
  'response-header-became-required': obligation('A deployment must send it.'),
  // Schemas: one group a direction
  'request-narrowed': breaking(senders, 'A message that was valid is rejected.'),
  'request-widened': obligation('A deployment must accept messages that it could reject before.'),
  'request-property-added': obligation('A deployment must accept it, act on it and return it.'),
  'request-property-removed': breaking(
    senders,
    'A message with it is rejected: unknown fields are 400 (0005).',
  ),
  'request-default-changed': breaking(senders, 'A message without it means something else.'),
  'request-unclear': breaking(everybody, 'No value shows the difference, so it counts as breaking.'),
  'response-narrowed': obligation('A deployment must not send what it could send before.'),
  'response-widened': breaking(readers, 'A client that expects the old schema cannot read it.'),
  'response-property-added': compatible(readers, 'Clients ignore fields that they do not know (0052).'),
  'response-opened': compatible(readers, 'Clients ignore fields that they do not know (0052).'),
  'response-enum-extended': compatible(
    readers,
    'The list was marked as open: clients expect further members (0052).',
  ),
  'response-enum-opened': breaking(readers, 'A client that knows every member may receive another.'),
  'response-property-removed': breaking(readers, 'A client that reads it does not find it.'),
  'response-default-changed': compatible(readers, 'A default of a response describes; it fills in nothing.'),
  'response-unclear': breaking(everybody, 'No value shows the difference, so it counts as breaking.'),
  'event-narrowed': obligation('A deployment must not send what it could send before.'),
  'event-widened': breaking(events, 'A reader that expects the old schema cannot read the event.'),
  'event-property-added': compatible(events, 'Readers ignore fields that they do not know (0052).'),
  'event-opened': compatible(events, 'Readers ignore fields that they do not know (0052).'),
  'event-enum-extended': compatible(
    events,
    'The list was marked as open: readers expect further members (0052).',
  ),
  'event-enum-opened': breaking(events, 'A reader that knows every member may receive another.'),
  'event-property-removed': breaking(events, 'A reader of this field does not find it.'),
  'event-default-changed': compatible(events, 'A default of an event describes; it fills in nothing.'),
  'event-unclear': breaking(
    [...events, ...deployments],
    'No value shows the difference, so it counts as breaking.',
  ),
  'discriminator-changed': breaking(
    [...readers, ...events],
    'A client that reads by the discriminator takes the schema of another type.',
  ),
  'schema-restated': compatible([], 'Both schemas allow the same messages.'),
  'schema-described': compatible([], 'A title, description, example or other note; no message changes.'),
  // Events
  'event-type-added': compatible(events, 'Readers skip events of a type that they do not know (0052).'),
  'terminal-event-added': breaking(events, 'A reader that skips it waits for an end that does not come.'),
  'event-type-removed': breaking(events, 'A reader waits for an event that does not come.'),
  'terminal-event-removed': breaking(events, 'A reader waits for an end that does not come.'),
  'event-order-loosened': breaking(events, 'A reader relies on the order.'),
  'event-order-tightened': obligation('A deployment must keep the order.'),
  'event-address-changed': breaking(events, 'The events come from another address or in another direction.'),
  'event-address-added': obligation('A deployment must serve it.'),
  'event-media-type-changed': breaking(events, 'A reader parses another format.'),
  // Plans
  'limit-lowered': breaking(senders, 'A client within the old limit is rejected.'),
  'limit-raised': obligation('A deployment must accept more.'),
  // Requirements and decisions
  'requirement-added': obligation('A deployment must satisfy it.'),
  'open-requirement-added': compatible([], 'An open point binds nobody.'),
  'requirement-removed': breaking(readers, 'A client can no longer rely on it.'),
  'open-requirement-removed': compatible([], 'An open point bound nobody.'),
  'requirement-became-open': breaking(readers, 'A client can no longer rely on it: a deployment may differ.'),
  'requirement-became-binding': obligation('A deployment must satisfy what it was free to choose.'),
  'requirement-evidence-changed': compatible(deployments, 'Stated or derived: it binds all the same.'),
  'requirement-described': compatible([], 'Compare the two sentences: a machine cannot.'),
  'decision-added': compatible(deployments, 'A choice for an open point; other deployments may differ.'),
  'decision-removed': compatible(deployments, 'The choice is made elsewhere, or no longer.'),
  'decision-changed': compatible(deployments, 'Compare the two texts: a machine cannot.'),
  // Whom a thing binds
  'binding-loosened': breaking(readers, 'Only our deployments are bound now; another may differ.'),
  'binding-tightened': obligation('Every deployment is bound now, not only ours.'),
  'binding-described': compatible([], 'It says whom it binds; the requirements said so before.'),
  described: compatible([], 'A text, tag, example or citation; no message changes.'),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;
