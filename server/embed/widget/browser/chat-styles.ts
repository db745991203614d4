// `unicode-bidi:plaintext` lets text of another script keep its own direction.
const sheet = `
.reply{display:flex;flex-direction:column;gap:10px}
.reply:empty{display:none}
.message{max-width:88%;padding:9px 13px;border-radius:var(--radius);overflow-wrap:anywhere;border:1px solid transparent}
.message.user{align-self:flex-end;background:var(--user);color:var(--on-user);white-space:pre-wrap}
.message.bot{align-self:flex-start;background:var(--bot);color:var(--on-bot)}
.message :is(p,ul,ol,pre,blockquote,details,.table){margin:0 0 8px}
.message :is(ul,ol){padding-inline-start:24px}
:is(.message,.message li,blockquote)>:last-child{margin-block-end:0}
.message a{color:inherit}
.message blockquote{padding-inline-start:12px;border-inline-start:3px solid}
.message :is(code,pre){font-family:ui-monospace,monospace;font-size:.9em}
.message :is(pre,.table){overflow-x:auto}
table{border-collapse:collapse;font-size:14px;line-height:1.35}
:is(th,td){padding:4px 8px;text-align:start;border:1px solid var(--line);min-width:72px;overflow-wrap:break-word}
.strip{position:relative}
.cards{list-style:none;margin:0;padding:3px;display:flex;gap:10px;overflow-x:auto;scroll-behavior:smooth}
.card{position:relative;flex:0 0 156px;display:flex;flex-direction:column;border:1px solid var(--line);border-radius:var(--radius);overflow:hidden;font-size:14px;line-height:1.35}
.card.proposed{flex-basis:200px;border:2px solid var(--accent)}
.card:only-child{flex-basis:200px}
.card img{flex:none;width:100%;height:104px;object-fit:cover;background:var(--bot)}
.card-body{flex:1;padding:8px 10px}
.card-title{font-weight:600;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
.card-title a{color:inherit;text-decoration:none}
.card-title a::after{content:"";position:absolute;inset:0;border-radius:var(--radius)}
.card-title a:focus-visible{outline:0}
a:focus-visible::after{outline:3px solid var(--accent);outline-offset:-3px}
.card-why{margin:2px 0 4px;font-size:13px;overflow-wrap:anywhere}
.card-notice{position:relative;margin:4px 0;padding-inline-start:8px;border-inline-start:3px solid var(--accent);font-size:13px;overflow-wrap:anywhere}
.card .card-notice img{display:block;width:auto;max-width:100%;height:40px;object-fit:contain;background:none}
.card-options{font-size:13px;overflow-wrap:anywhere}
:is(.heading,.card-price,.gone){font-weight:600}
.card-actions{position:relative;display:flex;flex-wrap:wrap;gap:6px;padding:0 10px 10px}
.card-actions :is(select,input){flex:1 1 100%;min-width:0;min-height:34px;padding:4px 8px;font-size:14px;border-radius:calc(var(--radius)*.6);background:var(--background);color:var(--on-background);border:1px solid color-mix(in srgb,currentColor 55%,transparent)}
.card-actions input{flex:0 0 60px}
.card-button{flex:1;padding:6px 8px;min-height:34px;border-radius:calc(var(--radius)*.6);border:1px solid var(--accent);color:var(--accent);text-align:center;font-weight:600}
button.card-button{background:var(--primary);color:var(--on-primary);border-color:transparent}
.card-status{flex:1 0 100%;font-size:13px;overflow-wrap:anywhere}
.card-status:empty{display:none}
.arrows button{position:absolute;top:38px;width:36px;height:36px;border-radius:50%;background:var(--background);border:1px solid var(--line);font-size:22px;line-height:1}
.arrows .back{inset-inline-start:4px}
.arrows .on{inset-inline-end:4px}
[dir=rtl] .arrows button{transform:scaleX(-1)}
.prompts{display:flex;flex-wrap:wrap;gap:8px}
.prompts>button{border:1px solid var(--accent);color:var(--accent);border-radius:var(--radius);padding:7px 12px;min-height:40px;font-size:14px;text-align:start;overflow-wrap:anywhere}
.prompts.next{flex-wrap:nowrap;overflow-x:auto;padding:3px;margin:-3px;scrollbar-width:none}
.prompts.next button{flex:none;white-space:nowrap}
.leave{display:flex;flex-direction:column;gap:8px;padding:12px;border:1px solid var(--line);border-radius:var(--radius);font-size:14px}
.leave label{display:flex;flex-direction:column;gap:4px;font-weight:600}
.leave :is(input,textarea){flex:none;min-height:44px;padding:10px 12px;font-size:16px;font-weight:400;background:var(--background);color:var(--on-background);border:1px solid color-mix(in srgb,currentColor 55%,transparent);border-radius:var(--radius)}
.leave p{margin:0}
.leave p:empty{display:none}
.thumbs{display:flex;gap:4px;margin-block-start:-4px}
.thumbs button{display:grid;place-items:center;width:32px;height:32px;border:1px solid transparent;border-radius:8px}
.thumbs svg{width:18px;height:18px}
.thumbs .down svg{transform:scaleY(-1)}
.thumbs [aria-pressed=true]{color:var(--accent);border-color:currentColor}
.message :is(p,li,td,th),.message.user,:is(.card-title,.card-why,.card-notice),.prompts button{unicode-bidi:plaintext}
[dir=rtl] :is(.card-title,.card-why,.card-notice){text-align:right}
@media (max-height:480px){
.card,.card:only-child{flex:0 0 300px;display:grid;grid-template-columns:auto 1fr}
.card img{grid-row:span 2;width:96px;height:100%;min-height:96px}
.card :is(.card-body,.card-actions){grid-column:-2}
.card-actions{align-self:end}}
`;

/** Creates the style sheet of messages and cards, beside that of the window. */
export function chatStyles(): CSSStyleSheet {
  const rules = new CSSStyleSheet();
  rules.replaceSync(sheet);
  return rules;
}
