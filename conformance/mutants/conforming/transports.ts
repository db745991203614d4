import type { Deployment, Frame } from '../server/deployment.ts';
import { maximal } from './maximal.ts';
import { minimal } from './minimal.ts';

/** A Date that stays what it was at the first response of a connection, as some servers cache it. */
const datesOfConnections = new Map<number, string>();
const staleDate: Deployment = {
  ...maximal,
  name: 'stale-date',
  finish: (response, request, call) => {
    const date = datesOfConnections.get(request.connection);
    const own = date ?? new Date(call?.state.now() ?? Date.now()).toUTCString();
    datesOfConnections.set(request.connection, own);
    return { ...response, headers: { ...response.headers, date: own } };
  },
};

const ipv6: Deployment = { ...maximal, name: 'ipv6', host: '::1' };

const closing: Deployment = { ...minimal, name: 'closing', endsByClosing: true };

const slowReplies = 30;
const firstWordMs = 2000;

/** A model that takes two seconds to the first word of each of the first replies, and a moment for the others. */
const slow: Deployment = {
  ...maximal,
  name: 'slow-model',
  framesOf: (events, turn): Frame[] => {
    const isSlow = turn.call.state.nextNumber('reply') <= slowReplies;
    const pause: Frame = { type: 'pause', ...(isSlow && { milliseconds: firstWordMs }) };
    return [pause, ...maximal.framesOf(events, turn)];
  },
};

/** Servers whose clocks, addresses, connections or models are unusual. */
export const transports: readonly Deployment[] = [staleDate, ipv6, closing, slow];
