import { describe, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { loadHosts } from './hosts.ts';

const publicUrl = 'https://agents.example';

describe('DASHBOARD_HOST', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['dashboard.shop.example', 'dashboard.shop.example'],
    ['Dashboard.Shop.Example:8443', 'dashboard.shop.example:8443'],
    ['dashboard.shop.example:443', 'dashboard.shop.example'],
  ])('%s is %s', (text, dashboardHost) => {
    const hosts = loadHosts({ DASHBOARD_HOST: text, PUBLIC_URL: publicUrl });
    expect(hosts).toEqual({ dashboardHost, publicUrl });
  });

  it.each(['https://dashboard.shop.example', 'shop.example/dashboard', 'a@shop.example', 'shop example'])(
    'rejects %s',
    (text) => {
      expect(() => loadHosts({ DASHBOARD_HOST: text, PUBLIC_URL: publicUrl })).toThrow(ConfigError);
    },
  );

  it.each([
    [undefined, 'DASHBOARD_HOST needs PUBLIC_URL'],
    ['https://dashboard.shop.example', 'PUBLIC_URL must have another host than DASHBOARD_HOST'],
    ['https://Dashboard.Shop.Example:443/', 'PUBLIC_URL must have another host than DASHBOARD_HOST'],
  ])('with PUBLIC_URL=%s is rejected: snippets would lead to 404', (url, message) => {
    const env = { DASHBOARD_HOST: 'dashboard.shop.example', PUBLIC_URL: url };
    expect(() => loadHosts(env)).toThrow(message);
  });
});
