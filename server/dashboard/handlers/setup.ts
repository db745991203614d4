import { checkSetup, setUp } from '../../services/setup.ts';
import type { HandlersOf } from '../handler.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { meView } from './me.ts';

/** The first person of the service. */
export const setupHandlers: HandlersOf<'setup'> = {
  async checkSetup(deps, { body, client }) {
    const stores = await checkSetup(deps, body.code, client);
    return { status: 200, body: { stores: stores.map(({ id, name }) => ({ id, name })) } };
  },

  async setUp(deps, { body, client }) {
    const { store_id: storeId, store_name: storeName, ...person } = body;
    const opened = await setUp(deps, { ...person, storeId, storeName }, client);
    await deps.recordDatabase();
    return { status: 200, body: meView(opened), headers: setSessionCookie(opened.secret) };
  },
};
