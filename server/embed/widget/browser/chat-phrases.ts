/** The names of the phrases about the conversation. `{n}` stands for a number of seconds. */
export const chatNames = [
  'stop',
  'you',
  'searching',
  'stopped',
  'failed',
  'offline',
  'wait',
  'goodAnswer',
  'badAnswer',
  'closed',
] as const;

/** The phrases of each language, one a line, in the order of the names: the smallest form, compressed. */
export const chatPhrases: Readonly<Record<string, string>> = {
  en: `Stop
You
Searching products …
Stopped.
Something went wrong.
No connection. Check your network.
Try again in {n} s.
Good answer
Bad answer
This chat is closed at the moment.`,
  de: `Anhalten
Sie
Produkte werden gesucht …
Angehalten.
Etwas ist schiefgegangen.
Keine Verbindung. Prüfen Sie Ihr Netz.
Erneut versuchen in {n} s.
Gute Antwort
Schlechte Antwort
Dieser Chat ist zurzeit geschlossen.`,
  fr: `Arrêter
Vous
Recherche de produits …
Arrêté.
Un problème est survenu.
Pas de connexion. Vérifiez votre réseau.
Réessayez dans {n} s.
Bonne réponse
Mauvaise réponse
Ce chat est fermé pour le moment.`,
  es: `Detener
Tú
Buscando productos …
Detenido.
Algo ha fallado.
Sin conexión. Revisa tu red.
Reintenta en {n} s.
Buena respuesta
Mala respuesta
Este chat está cerrado por el momento.`,
  it: `Ferma
Tu
Cerco i prodotti …
Fermato.
Qualcosa è andato storto.
Nessuna connessione. Controlla la rete.
Riprova tra {n} s.
Buona risposta
Cattiva risposta
Questa chat è chiusa al momento.`,
  pt: `Parar
Você
Procurando produtos …
Parado.
Algo deu errado.
Sem conexão. Verifique a rede.
Tente de novo em {n} s.
Boa resposta
Má resposta
Este chat está fechado no momento.`,
  nl: `Stoppen
U
Producten zoeken …
Gestopt.
Er ging iets mis.
Geen verbinding. Controleer uw netwerk.
Probeer het opnieuw over {n} s.
Goed antwoord
Slecht antwoord
Deze chat is op dit moment gesloten.`,
  pl: `Zatrzymaj
Ty
Szukam produktów …
Zatrzymano.
Coś poszło nie tak.
Brak połączenia. Sprawdź sieć.
Spróbuj ponownie za {n} s.
Dobra odpowiedź
Zła odpowiedź
Ten czat jest obecnie zamknięty.`,
  tr: `Durdur
Siz
Ürünler aranıyor …
Durduruldu.
Bir şeyler ters gitti.
Bağlantı yok. Ağınızı denetleyin.
{n} sn sonra yeniden deneyin.
İyi yanıt
Kötü yanıt
Bu sohbet şu anda kapalı.`,
  ja: `停止
あなた
商品を検索しています…
停止しました。
問題が発生しました。
接続がありません。ネットワークを確認してください。
{n}秒後に再試行できます。
良い回答
悪い回答
このチャットは現在ご利用いただけません。`,
  zh: `停止
您
正在搜索商品…
已停止。
出了点问题。
没有网络连接，请检查网络。
请在 {n} 秒后重试。
回答不错
回答不好
此聊天目前已关闭。`,
  ar: `إيقاف
أنت
جارٍ البحث عن المنتجات …
تم الإيقاف.
حدث خطأ ما.
لا يوجد اتصال. تحقق من الشبكة.
أعد المحاولة بعد {n} ث.
إجابة جيدة
إجابة سيئة
هذه الدردشة مغلقة حاليًا.`,
  he: `עצירה
את/ה
מחפש מוצרים …
נעצר.
משהו השתבש.
אין חיבור. נא לבדוק את הרשת.
אפשר לנסות שוב בעוד {n} שנ׳.
תשובה טובה
תשובה לא טובה
הצ׳אט הזה סגור כרגע.`,
};
