/** Media query of screens that the dialog fills. */
export const phone = '(max-width:480px)';

// An adopted style sheet of a shadow root is allowed by a strict style-src.
// `unicode-bidi:plaintext` lets text of another script keep its own direction.
const sheet = `
:host{all:initial!important;position:fixed!important;inset-block-end:0!important;z-index:2147483000!important;display:block!important;
--radius:14px;--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
:host([data-position=bottom-right]){right:0!important}
:host([data-position=bottom-left]){left:0!important}
:host([data-style=square]){--radius:3px}
:host([data-style=pill]){--radius:22px}
*{box-sizing:border-box}
[hidden]{display:none!important}
button,textarea{font:inherit;color:inherit}
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
:host([data-position=bottom-right]) :is(.launcher,.panel){right:20px}
:host([data-position=bottom-left]) :is(.launcher,.panel){left:20px}
.launcher:hover{filter:brightness(1.08)}
.launcher:focus-visible,.head :focus-visible{outline-color:var(--on-primary);box-shadow:0 0 0 6px var(--primary)}
.panel{position:fixed;bottom:92px;width:min(384px,calc(100vw - 40px));height:min(620px,calc(100dvh - 112px));display:flex;flex-direction:column;
background:var(--background);color:var(--on-background);color-scheme:var(--scheme);font:16px/1.5 var(--font);border-radius:var(--radius);overflow:hidden;
border:1px solid color-mix(in srgb,var(--on-background) 18%,transparent);box-shadow:0 16px 48px rgb(0 0 0/.28);animation:rise .18s ease-out}
.head{display:flex;align-items:center;gap:4px;padding:12px 8px 12px 16px;background:var(--primary);color:var(--on-primary)}
[dir=rtl] .head{padding:12px 16px 12px 8px}
.titles{flex:1;min-width:0}
.title{margin:0;font-size:16px;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.subtitle{margin:0;font-size:14px;line-height:1.3;overflow-wrap:anywhere}
.head button{width:40px;height:40px;display:grid;place-items:center;border-radius:8px}
.head button svg{width:20px;height:20px}
.log{flex:1;overflow-y:auto;overscroll-behavior:contain;padding:16px;display:flex;flex-direction:column;gap:10px}
.message{max-width:88%;padding:9px 13px;border-radius:var(--radius);overflow-wrap:anywhere;border:1px solid transparent}
.message.user{align-self:flex-end;background:var(--user);color:var(--on-user);white-space:pre-wrap}
.message.bot{align-self:flex-start;background:var(--bot);color:var(--on-bot)}
.message :is(p,ul,ol){margin:0 0 8px}
.message :is(ul,ol){padding-inline-start:24px}
.message>:last-child{margin-block-end:0}
.message a{color:inherit}
.message code{font-family:ui-monospace,monospace;font-size:.9em}
.cards{list-style:none;margin:0;padding:2px;display:flex;gap:8px;overflow-x:auto;flex-shrink:0}
.card{flex:0 0 148px;display:flex;flex-direction:column;border:1px solid color-mix(in srgb,var(--on-background) 22%,transparent);border-radius:var(--radius);overflow:hidden;font-size:14px;line-height:1.35}
.card img{width:100%;height:104px;object-fit:cover;background:var(--bot)}
.card-body{padding:10px}
.card-title{font-weight:600;overflow-wrap:anywhere}
.card-title a{color:var(--accent)}
.activity,.note{align-self:flex-start;font-size:14px;padding:2px 4px}
.activity::before{content:"";display:inline-block;width:8px;height:8px;border-radius:50%;margin-inline-end:8px;background:var(--accent);animation:pulse 1s infinite alternate}
.prompts{display:flex;flex-wrap:wrap;gap:8px}
.prompts button,.retry{border:1px solid var(--accent);color:var(--accent);border-radius:var(--radius);padding:7px 12px;min-height:40px;font-size:15px;text-align:start;overflow-wrap:anywhere}
.retry{align-self:flex-start}
.thumbs{display:flex;gap:4px;margin-block-start:-4px}
.thumbs button{display:grid;place-items:center;width:32px;height:32px;border:1px solid transparent;border-radius:8px;opacity:.75}
.thumbs svg{width:18px;height:18px}
.thumbs .down svg{transform:scaleY(-1)}
.thumbs button:is(:hover,[aria-pressed=true]){opacity:1;color:var(--accent)}
.thumbs [aria-pressed=true]{border-color:currentColor}
.retry:disabled{opacity:.6;cursor:default}
.form{display:flex;align-items:flex-end;gap:8px;padding:10px 12px max(10px,env(safe-area-inset-bottom));border-top:1px solid color-mix(in srgb,var(--on-background) 18%,transparent)}
.form textarea{flex:1;min-width:0;resize:none;font-size:16px;line-height:1.4;max-height:116px;min-height:44px;field-sizing:content;padding:10px 12px;background:var(--background);color:var(--on-background);border:1px solid color-mix(in srgb,var(--on-background) 55%,transparent);border-radius:var(--radius)}
.message :is(p,li),.message.user,.card-title,.titles>*,.prompts button,.launcher-text{unicode-bidi:plaintext}
[dir=rtl] :is(.card-title,.titles){text-align:right}
.form textarea:focus-visible{outline-width:2px;outline-offset:-1px}
.form textarea::placeholder{color:inherit;opacity:.75}
.form button{flex:none;width:44px;height:44px;display:grid;place-items:center;background:var(--primary);color:var(--on-primary);border:1px solid transparent;border-radius:var(--radius)}
[dir=rtl] .form .send svg{transform:scaleX(-1)}
@media ${phone}{
.panel{inset:0!important;width:100%;height:100dvh;border:0;border-radius:0;padding-top:env(safe-area-inset-top)}
.panel:not([hidden])~.launcher{display:none}}
@media (prefers-reduced-motion:reduce){*,*::before{animation:none!important}}
@media (forced-colors:active){.launcher,.message,.form button,.panel{border-color:CanvasText}.activity::before{background:CanvasText}svg{fill:ButtonText}}
@media print{:host{display:none!important}}
@keyframes rise{from{opacity:0;transform:translateY(8px)}}
@keyframes pulse{to{opacity:.3}}
`;

/** Creates the style sheets for the shadow root: the rules, and the theme's colours as custom properties. */
export function styleSheets(colors: Readonly<Record<string, string>>): CSSStyleSheet[] {
  const rules = new CSSStyleSheet();
  rules.replaceSync(sheet);
  const theme = new CSSStyleSheet();
  theme.replaceSync(
    `:host{${Object.entries(colors)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`,
  );
  return [rules, theme];
}
