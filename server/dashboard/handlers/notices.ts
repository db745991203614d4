import {
  describeNotices,
  finishNotice,
  queueTest,
  removeWebhook,
  setWantsMail,
  setWebhook,
} from '../../services/notices.ts';
import { changeBy, type HandlersOf } from '../handler.ts';

/** Notices to the owners of a store. */
export const noticeHandlers: HandlersOf<'notices'> = {
  async getNotices(deps, { store, signedIn }) {
    return { status: 200, body: await describeNotices(deps, store, signedIn.user.id) };
  },

  async setNoticeMail(deps, call) {
    const { signedIn, body } = call;
    await deps.database.change(changeBy(call), (context) =>
      setWantsMail(context, signedIn.user.id, body.wants_mail),
    );
    return { status: 204, body: undefined };
  },

  async testNotices(deps, call) {
    await deps.database.change(changeBy(call), queueTest);
    return { status: 204, body: undefined };
  },

  async finishNotice(deps, call) {
    await deps.database.change(changeBy(call), (context) => finishNotice(context, call.path.notice_id));
    return { status: 204, body: undefined };
  },

  async setWebhook(deps, call) {
    const secret = await deps.database.change(changeBy(call), (context) =>
      setWebhook(context, deps.keyring, call.body),
    );
    return { status: 200, body: { secret } };
  },

  async removeWebhook(deps, call) {
    await deps.database.change(changeBy(call), removeWebhook);
    return { status: 204, body: undefined };
  },
};
