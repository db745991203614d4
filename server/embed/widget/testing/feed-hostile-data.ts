/**
 * Source of a function that runs in the page: it draws the widget with hostile texts in every field of configuration
 * and products, and in replies. It replaces `fetch`, so all of the widget's own code runs.
 */
export const feedHostileData = `async function feed(texts) {
  const suspicious = [];
  let cards = 0, drawn = 0, batch = [];
  const tag = document.querySelector('script[data-chatbot-id]');
  const json = (value) => new Response(JSON.stringify(value), { status: 200 });
  const product = (text) => ({ id: text, title: text, url: text, image_url: text,
    price: { amount: 100, currency: text }, available: false, why: text,
    variants: [text, 'x'].map((id) => ({ id, title: id, options: { [text]: id }, price: {}, available: true })) });
  const configOf = ([a, b, c, d, e]) => ({ chatbot_id: a, agent_id: a, name: a, config: {
    welcome_message: batch.join('\\n\\n'), title: batch.join(' '), subtitle: batch.join(' '), suggested_prompts: batch,
    theme: { primary_color: a, background_color: b, text_color: c, user_message_color: d, bot_message_color: e },
    bubble_style: 'pill', position: 'bottom-right' } });
  const streamOf = () => new Response([
    ...batch.map((text) => ({ type: 'text', content: text + '\\n\\n' })),
    { type: 'tool_use', tool: batch[0] },
    { type: 'tool_result', tool: 'show_products', output: { products: batch.map(product) } },
    { type: 'end', conversation_id: batch[0] },
  ].map((event) => 'data: ' + JSON.stringify(event) + '\\n\\n').join(''));
  globalThis.fetch = async (address) => {
    if (address.includes('/embed/session'))
      return json({ token: 't', expires_at: new Date(Date.now() + 9e5).toISOString(), visitor_secret: batch[0] });
    return address.includes('/widget/config') ? json(configOf(batch)) : streamOf();
  };
  const inspect = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (/^(script|iframe|object|embed|link|meta|style|form)$/i.test(node.localName) && node.className !== 'form')
        suspicious.push(node.outerHTML);
      for (const { name, value } of node.attributes) {
        if (/^on|^style$|^srcdoc$/.test(name)) suspicious.push(node.outerHTML);
        if (/^(href|src)$/.test(name) && !/^(https?|mailto):/.test(value)) suspicious.push(node.outerHTML);
      }
    }
    cards += root.querySelectorAll('.card').length;
  };
  for (let at = 0; at < texts.length; at += 5) {
    batch = texts.slice(at, at + 5);
    document.querySelector('agent-chatbot')?.remove();
    delete globalThis.ConversationalAgent;
    const script = document.createElement('script');
    script.dataset.chatbotId = 'cbt' + at;
    script.src = tag.src;
    const ready = new Promise((resolve, reject) => {
      addEventListener('agent-chatbot-ready', resolve, { once: true });
      setTimeout(() => reject(new Error('not drawn: ' + JSON.stringify(batch))), 10000);
    });
    document.body.append(script);
    await ready;
    const replied = new Promise((resolve) => ConversationalAgent.on('reply', resolve));
    ConversationalAgent.send(batch.join(' '));
    await replied;
    inspect(document.querySelector('agent-chatbot').shadowRoot);
    drawn += 1;
    script.remove();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { drawn, cards, suspicious: suspicious.slice(0, 5) };
}`;
