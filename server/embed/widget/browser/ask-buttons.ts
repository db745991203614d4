const attribute = 'data-chatbot-ask';

/**
 * Makes each element of the page with `data-chatbot-ask="Tell me about ..."` send that message when it is clicked, now and
 * later added ones. Those that are `hidden` are shown: the chatbot is here.
 */
export function connectAskButtons(send: (message: string) => void): void {
  for (const button of document.querySelectorAll<HTMLElement>(`[${attribute}][hidden]`))
    button.hidden = false;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest(`[${attribute}]`) : null;
    const message = button?.getAttribute(attribute);
    if (message) send(message);
  });
}
