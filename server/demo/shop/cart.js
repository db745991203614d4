// The demo shop's cart, kept in local storage: an example of a page that takes products from the chat.

const storageKey = 'demo-shop:cart';
const cart = document.querySelector('.cart');

/** The products in the cart, each with its count. */
function read() {
  return JSON.parse(localStorage.getItem(storageKey) ?? '[]');
}

function write(lines) {
  localStorage.setItem(storageKey, JSON.stringify(lines));
  draw();
}

/** Puts one more of a product into the cart: `id`, `title`, `url`, and `price` in minor units. */
function add({ id, title, url, price }) {
  const others = read().filter((line) => line.id !== id);
  const count = read().find((line) => line.id === id)?.count ?? 0;
  write([...others, { id, title, url, price, count: count + 1 }]);
}

function draw() {
  const lines = read();
  cart.querySelector('.count').textContent = lines.reduce((sum, { count }) => sum + count, 0);
  cart.querySelector('ul').replaceChildren(...lines.map(drawLine));
  cart.querySelector('.total').textContent = lines.length > 0 ? `Total ${totalOf(lines)}` : 'It is empty.';
  cart.hidden = false;
}

function drawLine(line) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = line.url;
  link.textContent = line.title;
  const remove = document.createElement('button');
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove ${line.title}`);
  remove.addEventListener('click', () => {
    write(read().filter(({ id }) => id !== line.id));
    // The focused button is gone.
    cart.querySelector('summary').focus();
  });
  item.append(link, ` ${line.count} × ${money(line.price)} `, remove);
  return item;
}

function totalOf(lines) {
  const amount = lines.reduce((sum, { price, count }) => sum + price.amount * count, 0);
  return money({ amount, currency: lines[0].price.currency });
}

function money({ amount, currency }) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

draw();
addEventListener('storage', draw);
for (const button of document.querySelectorAll('[data-add-to-cart]')) {
  button.hidden = false;
  button.addEventListener('click', () => add(JSON.parse(button.dataset.addToCart)));
}
window.agentChatbot = { onAddToCart: add };
