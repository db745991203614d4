import { languageOf } from '../catalog/search/language-of.ts';

/** What the service itself says to shoppers in a reply (decision 0059). */
type Sentences = Readonly<Record<'length' | 'refusal' | 'filter' | 'outage' | 'cap', string>>;

const english: Sentences = {
  length: 'My reply became too long and was cut off here. Ask me to go on, or ask about one part of it.',
  refusal:
    'I cannot help with this request. I am glad to help with our products and with questions about the shop.',
  filter: 'My reply was stopped by a filter for sensitive content. Please put your question in other words.',
  outage:
    'Our assistant is not available at the moment. I am a simpler one and can help you to find products.',
  cap: 'I cannot reply any more this month: the budget of this assistant is used up. Please contact the shop directly.',
};

/** In the widget's other languages. */
const translations: Readonly<Record<string, Sentences>> = {
  de: {
    length:
      'Meine Antwort wurde zu lang und endet hier. Bitten Sie mich fortzufahren, oder fragen Sie nach einem Teil.',
    refusal: 'Dabei kann ich nicht helfen. Gern helfe ich bei unseren Produkten und bei Fragen zum Shop.',
    filter:
      'Ein Filter für heikle Inhalte hat meine Antwort beendet. Bitte formulieren Sie Ihre Frage anders.',
    outage:
      'Unser Assistent ist gerade nicht erreichbar. Ich bin ein einfacherer und helfe beim Finden von Produkten.',
    cap: 'Ich kann in diesem Monat nicht mehr antworten: Das Budget des Assistenten ist aufgebraucht. Bitte wenden Sie sich direkt an den Shop.',
  },
  fr: {
    length:
      'Ma réponse était trop longue et s’arrête ici. Demandez-moi de continuer, ou posez une question plus précise.',
    refusal:
      'Je ne peux pas répondre à cette demande. Je vous aide volontiers pour nos produits et la boutique.',
    filter: 'Un filtre de contenus sensibles a arrêté ma réponse. Merci de reformuler votre question.',
    outage:
      'Notre assistant n’est pas disponible pour le moment. Je suis plus simple et peux vous aider à trouver des produits.',
    cap: 'Je ne peux plus répondre ce mois-ci : le budget de cet assistant est épuisé. Merci de contacter directement la boutique.',
  },
  es: {
    length: 'Mi respuesta era demasiado larga y termina aquí. Pídame que continúe o pregunte por una parte.',
    refusal: 'No puedo ayudar con esta petición. Con gusto le ayudo con nuestros productos y con la tienda.',
    filter:
      'Un filtro de contenido delicado detuvo mi respuesta. Por favor, formule su pregunta de otra manera.',
    outage:
      'Nuestro asistente no está disponible en este momento. Soy uno más sencillo y puedo ayudarle a encontrar productos.',
    cap: 'Este mes ya no puedo responder: el presupuesto de este asistente se ha agotado. Por favor, contacte directamente con la tienda.',
  },
  it: {
    length:
      'La mia risposta era troppo lunga e finisce qui. Mi chieda di continuare o faccia una domanda più precisa.',
    refusal:
      'Non posso aiutare con questa richiesta. La aiuto volentieri con i nostri prodotti e con il negozio.',
    filter: 'Un filtro per contenuti sensibili ha fermato la mia risposta. Riformuli la domanda, per favore.',
    outage:
      'Il nostro assistente non è disponibile al momento. Io sono più semplice e posso aiutarla a trovare prodotti.',
    cap: 'Questo mese non posso più rispondere: il budget di questo assistente è esaurito. Contatti direttamente il negozio.',
  },
  pt: {
    length:
      'A minha resposta ficou longa demais e termina aqui. Peça-me para continuar ou pergunte por uma parte.',
    refusal: 'Não posso ajudar com este pedido. Ajudo com gosto com os nossos produtos e com a loja.',
    filter:
      'Um filtro de conteúdo sensível parou a minha resposta. Por favor, faça a pergunta com outras palavras.',
    outage:
      'O nosso assistente não está disponível neste momento. Sou um mais simples e posso ajudar a encontrar produtos.',
    cap: 'Já não posso responder este mês: o orçamento deste assistente acabou. Por favor, contacte a loja diretamente.',
  },
  nl: {
    length: 'Mijn antwoord werd te lang en stopt hier. Vraag me verder te gaan, of vraag naar één onderdeel.',
    refusal: 'Hier kan ik niet bij helpen. Ik help graag met onze producten en met vragen over de winkel.',
    filter: 'Een filter voor gevoelige inhoud heeft mijn antwoord gestopt. Stel uw vraag alstublieft anders.',
    outage:
      'Onze assistent is nu niet beschikbaar. Ik ben een eenvoudigere en kan helpen met het vinden van producten.',
    cap: 'Ik kan deze maand niet meer antwoorden: het budget van deze assistent is op. Neem rechtstreeks contact op met de winkel.',
  },
  pl: {
    length:
      'Moja odpowiedź była za długa i kończy się tutaj. Proszę poprosić o dalszy ciąg lub zapytać o jedną część.',
    refusal: 'Nie mogę w tym pomóc. Chętnie pomogę w sprawie naszych produktów i sklepu.',
    filter: 'Filtr treści wrażliwych zatrzymał moją odpowiedź. Proszę zadać pytanie innymi słowami.',
    outage: 'Nasz asystent jest chwilowo niedostępny. Jestem prostszy i mogę pomóc w znalezieniu produktów.',
    cap: 'W tym miesiącu nie mogę już odpowiadać: budżet tego asystenta się wyczerpał. Proszę skontaktować się bezpośrednio ze sklepem.',
  },
  tr: {
    length: 'Yanıtım çok uzun oldu ve burada kesildi. Devam etmemi isteyin ya da bir bölümünü sorun.',
    refusal: 'Bu konuda yardımcı olamıyorum. Ürünlerimiz ve mağaza hakkında memnuniyetle yardımcı olurum.',
    filter: 'Hassas içerik filtresi yanıtımı durdurdu. Lütfen sorunuzu başka sözcüklerle yazın.',
    outage:
      'Asistanımız şu anda kullanılamıyor. Ben daha basit bir asistanım ve ürün bulmanıza yardım edebilirim.',
    cap: 'Bu ay artık yanıt veremiyorum: bu asistanın bütçesi tükendi. Lütfen mağazayla doğrudan iletişime geçin.',
  },
  ja: {
    length: '回答が長くなりすぎたため、ここで途切れました。続きを求めるか、一部についてお尋ねください。',
    refusal: 'このご依頼にはお答えできません。商品や当店についてのご質問には喜んでお答えします。',
    filter: '回答がコンテンツフィルターによって停止されました。別の言葉でお尋ねください。',
    outage: 'ただいまアシスタントをご利用いただけません。簡易版の私が商品探しをお手伝いします。',
    cap: '今月はこれ以上お答えできません。このアシスタントの予算を使い切りました。お店に直接お問い合わせください。',
  },
  zh: {
    length: '我的回复太长，在此中断。您可以让我继续，或询问其中一部分。',
    refusal: '我无法协助此请求。关于商品和本店的问题，我很乐意帮忙。',
    filter: '我的回复被敏感内容过滤器中止。请换一种说法提问。',
    outage: '我们的助手暂时不可用。我是较简单的助手，可以帮您查找商品。',
    cap: '本月我无法再回复：此助手的预算已用完。请直接联系商店。',
  },
  ar: {
    length: 'كان ردي طويلًا جدًا فتوقف هنا. اطلب مني المتابعة أو اسأل عن جزء منه.',
    refusal: 'لا أستطيع المساعدة في هذا الطلب. يسعدني أن أساعدك في منتجاتنا وفي أسئلتك عن المتجر.',
    filter: 'أوقف مرشح المحتوى الحساس ردي. يرجى طرح سؤالك بكلمات أخرى.',
    outage: 'مساعدنا غير متاح حاليًا. أنا مساعد أبسط ويمكنني مساعدتك في العثور على المنتجات.',
    cap: 'لا أستطيع الرد بعد الآن هذا الشهر: نفدت ميزانية هذا المساعد. يرجى التواصل مع المتجر مباشرة.',
  },
  he: {
    length: 'התשובה שלי הייתה ארוכה מדי ונקטעה כאן. אפשר לבקש שאמשיך או לשאול על חלק ממנה.',
    refusal: 'איני יכול לעזור בבקשה הזו. אשמח לעזור במוצרים שלנו ובשאלות על החנות.',
    filter: 'מסנן לתוכן רגיש עצר את התשובה שלי. נא לנסח את השאלה במילים אחרות.',
    outage: 'העוזר שלנו אינו זמין כרגע. אני עוזר פשוט יותר ויכול לעזור למצוא מוצרים.',
    cap: 'איני יכול להשיב עוד החודש: התקציב של העוזר הזה נגמר. נא לפנות ישירות לחנות.',
  },
};

/** A sentence in the language of the message that the reply is to; in English where that is not sure. */
export function sentenceFor(name: keyof Sentences, message: string): string {
  return (translations[languageOf(message) ?? ''] ?? english)[name];
}
