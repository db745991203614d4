import { describe, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { loadOidcSettings } from './oidc-settings.ts';

const all = {
  OIDC_ISSUER: 'https://id.shop.example/realms/shop',
  OIDC_CLIENT_ID: 'dashboard',
  OIDC_CLIENT_SECRET: 'a secret',
};

describe('the settings of OpenID Connect', () => {
  it('are all of them, or none', () => {
    expect(loadOidcSettings({})).toBeNull();
    expect(loadOidcSettings(all)).toEqual({
      issuer: all.OIDC_ISSUER,
      clientId: 'dashboard',
      clientSecret: 'a secret',
    });
    for (const name of Object.keys(all)) {
      expect(() => loadOidcSettings({ ...all, [name]: '' })).toThrow(/go together: set all, or none/);
    }
  });

  it.each(['http://id.shop.example', 'id.shop.example', 'https://'])('reject the issuer %s', (issuer) => {
    expect(() => loadOidcSettings({ ...all, OIDC_ISSUER: issuer })).toThrow(ConfigError);
  });
});
