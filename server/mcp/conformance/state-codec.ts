import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';

export interface FixtureState {
  readonly round: number;
}

/** Signs what a client carries from one round to the next, so that a changed state is refused. */
export const stateCodec = createRequestStateCodec<FixtureState>({ key: randomBytes(32) });
