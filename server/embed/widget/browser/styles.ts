import { darkTheme, themeColors } from './colors.ts';
import type { WidgetConfig } from './types.ts';

/** Media query of screens that the dialog fills: phones in both directions, and pages at a zoom of 200 %. */
export const phone = '(max-width:480px),(max-height:480px)';

// An adopted style sheet of a shadow root is allowed by a strict style-src.
// `unicode-bidi:plaintext` lets text of another script keep its own direction.
const sheet = `
:host{all:initial!important;position:fixed!important;inset:auto 0 0 auto!important;z-index:2147483000!important;display:block!important;
--radius:14px;--font:system-ui,"Noto Sans",sans-serif;--line:color-mix(in srgb,var(--on-background) 18%,transparent)}
:host([data-position=bottom-left]){inset:auto auto 0 0!important}
:host([data-style=square]){--radius:3px}
:host([data-style=pill]){--radius:22px}
*{box-sizing:border-box}
[hidden]{display:none!important}
button,textarea,select,input{font:inherit;color:inherit}
button{cursor:pointer;border:0;background:none}
svg{width:24px;height:24px;fill:currentColor;display:block}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.launcher{position:fixed;bottom:max(20px,env(safe-area-inset-bottom));display:flex;align-items:center;justify-content:center;gap:8px;
height:56px;min-width:56px;background:var(--primary);color:var(--on-primary);border:1px solid transparent;font:600 16px/1 var(--font);
box-shadow:0 6px 24px rgb(0 0 0/.24);border-radius:28px;animation:rise .18s ease-out}
:host([data-style=square]) .launcher{border-radius:6px}
:host([data-style=pill]) .launcher{padding:0 20px 0 16px;max-width:calc(100vw - 40px)}
.launcher-text{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;line-height:1.3}
:host(:not([data-style=pill])) .launcher-text{display:none}
.launcher:not(.is-unread) .unread{display:none}
.unread{position:absolute;top:-3px;inset-inline-end:-3px;width:18px;height:18px;border-radius:50%;background:#d3182d;border:3px solid #fff}
:is(.launcher,.panel){right:20px}
:host([data-position=bottom-left]) :is(.launcher,.panel){right:auto;left:20px}
.launcher:focus-visible,.head :focus-visible{outline-color:var(--on-primary);box-shadow:0 0 0 6px var(--primary)}
.panel{position:fixed;bottom:92px;width:min(384px,calc(100vw - 40px));height:min(640px,calc(100dvh - 112px));display:flex;flex-direction:column;
background:var(--background);color:var(--on-background);color-scheme:var(--scheme);font:16px/1.5 var(--font);border-radius:var(--radius);overflow:hidden;
border:1px solid var(--line);box-shadow:0 6px 24px rgb(0 0 0/.24);animation:rise .18s ease-out}
.head{display:flex;align-items:center;gap:4px;padding:12px;padding-inline:16px 8px;background:var(--primary);color:var(--on-primary)}
.avatar{flex:none;width:40px;height:40px;border-radius:50%;object-fit:cover;margin-inline-end:8px;background:#fff}
.titles{flex:1;min-width:0}
.titles *{margin:0;line-height:1.3;font-size:14px;overflow-wrap:anywhere}
.titles h2{font-size:16px;font-weight:600}
.head button{flex:none;width:40px;height:40px;display:grid;place-items:center;border-radius:8px}
.log{position:relative;flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:16px;display:flex;flex-direction:column;gap:10px}
.log>*{flex-shrink:0}
:is(.note,.retry){align-self:flex-start}
.retry{border:1px solid var(--accent);color:var(--accent);border-radius:var(--radius);padding:7px 12px;min-height:40px;font-size:14px}
.note{font-size:14px;padding:2px 4px}
.activity{align-self:flex-start;display:flex;align-items:center;gap:5px;background:var(--bot);color:var(--on-bot);padding:14px 13px;border-radius:var(--radius);border:1px solid transparent;font-size:14px;line-height:1}
.activity i{width:7px;height:7px;border-radius:50%;background:currentColor;animation:typing 1.2s infinite}
i+i{animation-delay:.15s}
i+i+i{animation-delay:.3s}
button:disabled{opacity:.6;cursor:default}
.confirm{display:flex;flex-wrap:wrap;gap:8px;padding:12px;border-top:1px solid var(--line);background:var(--bot);color:var(--on-bot)}
.confirm p{flex:1 0 100%;margin:0}
.confirm button{flex:1;min-height:40px;border-radius:9px;border:1px solid}
.form{display:flex;align-items:flex-end;gap:8px;padding:10px 12px max(10px,env(safe-area-inset-bottom));border-top:1px solid var(--line)}
textarea{flex:1;min-width:0;resize:none;font-size:16px;line-height:1.4;max-height:116px;min-height:44px;field-sizing:content;padding:10px 12px;background:var(--background);color:var(--on-background);border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:var(--radius)}
[dir=rtl] .titles{text-align:right}
.titles>*,.launcher-text{unicode-bidi:plaintext}
textarea:focus-visible{outline-offset:-2px}
::placeholder{color:inherit;opacity:.75}
.form button{flex:none;width:44px;height:44px;display:grid;place-items:center;background:var(--primary);color:var(--on-primary);border:1px solid transparent;border-radius:var(--radius)}
[dir=rtl] .form .send svg{transform:scaleX(-1)}
.notice{margin:-4px 12px 8px;font-size:12px;text-align:center}
.head button:last-child{display:none}
@media ${phone}{
.head button:last-child{display:grid}
.panel{inset:var(--top,0) 0 auto!important;width:100%;height:var(--height,100dvh);border:0;border-radius:0;padding-top:env(safe-area-inset-top)}
.panel:not([hidden])~.launcher{display:none}}
@media (max-height:480px){
.head{padding-block:0}
.subtitle{display:none}
.form{padding-block:4px}
textarea{max-height:72px}
.notice{margin:0 12px 2px}
.log{padding-block:8px}}
@media (prefers-reduced-motion:reduce){*{animation:none!important;scroll-behavior:auto!important}}
@media (forced-colors:active){.activity i{background:CanvasText}}
@media print{:host{display:none!important}}
@keyframes rise{from{opacity:0;transform:translateY(8px)}}
@keyframes typing{0%,60%,100%{opacity:.35}30%{opacity:1;transform:translateY(-4px)}}
`;

/** Creates the style sheets for the shadow root: the rules, and the theme's colours as custom properties. */
export function styleSheets({ theme, dark_mode: followsDevice }: WidgetConfig['config']): CSSStyleSheet[] {
  const rules = new CSSStyleSheet();
  rules.replaceSync(sheet);
  const colors = new CSSStyleSheet();
  const dark = `@media (prefers-color-scheme:dark){${hostRule(themeColors(darkTheme(theme)))}}`;
  colors.replaceSync(hostRule(themeColors(theme)) + (followsDevice === false ? '' : dark));
  return [rules, colors];
}

function hostRule(properties: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value}`);
  return `:host{${declarations.join(';')}}`;
}
