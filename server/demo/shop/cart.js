// The demo shop's cart, kept in local storage: an example of a page that takes products from the chat, and tells the chat
// where the shopper is and what is in the cart.

const storageKey = 'demo-shop:cart';
const cart = document.querySelector('.cart');
const selected = document.querySelector('select[name=variant]');

/** The lines of the cart: one for each variant. */
function read() {
  // A cart that an earlier version has stored has no variants.
  return JSON.parse(localStorage.getItem(storageKey) ?? '[]').filter((line) => line.product_id);
}

function write(lines) {
  localStorage.setItem(storageKey, JSON.stringify(lines));
  draw();
}

/**
 * Puts a quantity of a variant into the cart: `product_id`, `variant_id`, `variant_title`, `quantity`, `title`, `url`, and
 * `price` in minor units.
 */
function add(item) {
  const { product_id, variant_id, variant_title, quantity, title, url, price } = item;
  const isSame = (line) => line.product_id === product_id && line.variant_id === variant_id;
  const count = read().find(isSame)?.quantity ?? 0;
  if (count + quantity > 20) throw new Error('The cart takes at most 20 of one kind.');
  const line = { product_id, variant_id, variant_title, title, url, price, quantity: count + quantity };
  write([...read().filter((other) => !isSame(other)), line]);
}

function draw() {
  const lines = read();
  cart.querySelector('.count').textContent = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  cart.querySelector('ul').replaceChildren(...lines.map(drawLine));
  cart.querySelector('.total').textContent = lines.length > 0 ? `Total ${totalOf(lines)}` : 'It is empty.';
  cart.querySelector('.order').hidden = lines.length === 0;
  cart.hidden = false;
  tellChat();
}

/** Tells the chat what is in the cart, and where the shopper is. */
function tellChat() {
  const lines = read().map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }));
  const { productId: product_id, category } = document.body.dataset;
  const page = { product_id, category, variant_id: selected?.value };
  window.ConversationalAgent?.page({ cart: lines, ...page });
}

function drawLine(line) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = line.url;
  link.textContent = line.title;
  const remove = document.createElement('button');
  remove.textContent = 'Remove';
  remove.className = 'outline small';
  remove.setAttribute('aria-label', `Remove ${line.title}`);
  remove.addEventListener('click', () => {
    write(read().filter(({ variant_id }) => variant_id !== line.variant_id));
    // The focused button is gone.
    cart.querySelector('summary').focus();
  });
  const variant = line.variant_title ? `${line.variant_title} · ` : '';
  item.append(link, ` ${variant}${line.quantity} × ${money(line.price)} `, remove);
  return item;
}

function amountOf(lines) {
  return lines.reduce((sum, { price, quantity }) => sum + price.amount * quantity, 0);
}

function totalOf(lines) {
  return money({ amount: amountOf(lines), currency: lines[0].price.currency });
}

function money({ amount, currency }) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

/** Nothing is for sale here. A real shop tells the chat on the page that thanks for an order. */
cart.querySelector('.order').addEventListener('click', () => {
  const lines = read();
  window.ConversationalAgent?.ordered({
    order_id: `demo-${crypto.randomUUID()}`,
    items: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    total: { amount: amountOf(lines), currency: lines[0].price.currency },
  });
  write([]);
  cart.querySelector('summary').focus();
});

window.agentChatbot = { onAddToCart: add };
draw();
addEventListener('storage', draw);
addEventListener('agent-chatbot-ready', tellChat);
selected?.addEventListener('change', tellChat);
for (const button of document.querySelectorAll('[data-add-to-cart]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const { variants, ...product } = JSON.parse(button.dataset.addToCart);
    const variant = variants.find(({ id }) => id === selected?.value) ?? variants[0];
    const variant_title = variants.length > 1 ? variant.title : '';
    add({ ...product, variant_id: variant.id, variant_title, price: variant.price, quantity: 1 });
  });
}
