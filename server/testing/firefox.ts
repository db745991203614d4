import puppeteer, { type Browser } from 'puppeteer-core';

/** Starts Firefox over WebDriver BiDi; it accepts the certificate of the test server. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    acceptInsecureCerts: true,
  });
}
