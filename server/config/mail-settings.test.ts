import { describe, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { loadMailSettings } from './mail-settings.ts';

const hosts = { dashboardHost: null, publicUrl: 'https://agents.example' };
const both = { SMTP_URL: 'smtps://user:p%40ss@mail.example:465', MAIL_FROM: 'agents@shop.example' };

describe('the settings of mail', () => {
  it('are both of them, or none', () => {
    expect(loadMailSettings({}, hosts)).toBeNull();
    expect(loadMailSettings(both, hosts)).toMatchObject({ from: 'agents@shop.example' });
    for (const name of Object.keys(both)) {
      expect(() => loadMailSettings({ ...both, [name]: '' }, hosts)).toThrow(/go together/);
    }
  });

  it('need PUBLIC_URL, since mails have links', () => {
    expect(() => loadMailSettings(both, { ...hosts, publicUrl: null })).toThrow(/needs PUBLIC_URL/);
  });

  it.each([
    { SMTP_URL: 'https://user:secret@mail.example' },
    { SMTP_URL: 'user:secret@mail' },
    { SMTP_URL: 'smtp://' },
    { MAIL_FROM: 'agents' },
    { MAIL_FROM: 'a@b.example, c@d.example' },
  ])('reject $SMTP_URL $MAIL_FROM without a password in the message', (change) => {
    const load = () => loadMailSettings({ ...both, ...change }, hosts);
    expect(load).toThrow(ConfigError);
    expect(load).not.toThrow(/secret/);
  });
});
