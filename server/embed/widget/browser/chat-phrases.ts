/** The names of the phrases about the conversation. `{n}` stands for a number of seconds. */
export const chatNames = [
  'open',
  'close',
  'send',
  'stop',
  'retry',
  'restart',
  'placeholder',
  'you',
  'searching',
  'stopped',
  'failed',
  'offline',
  'wait',
  'goodAnswer',
  'badAnswer',
  'unreachable',
  'confirmRestart',
  'cancel',
  'unread',
  'aiNotice',
] as const;

/** The phrases of each language, one a line, in the order of the names: the smallest form, compressed. */
export const chatPhrases: Readonly<Record<string, string>> = {
  en: `Open chat
Close chat
Send
Stop
Try again
New conversation
Write a message
You
Searching products …
Stopped.
Something went wrong.
No connection. Check your network.
Try again in {n} s.
Good answer
Bad answer
The assistant cannot be reached.
Delete this conversation?
Cancel
New message
AI can make mistakes.`,
  de: `Chat öffnen
Chat schließen
Senden
Anhalten
Erneut versuchen
Neue Unterhaltung
Nachricht schreiben
Sie
Produkte werden gesucht …
Angehalten.
Etwas ist schiefgegangen.
Keine Verbindung. Prüfen Sie Ihr Netz.
Erneut versuchen in {n} s.
Gute Antwort
Schlechte Antwort
Der Assistent ist nicht erreichbar.
Diese Unterhaltung löschen?
Abbrechen
Neue Nachricht
KI kann Fehler machen.`,
  fr: `Ouvrir le chat
Fermer le chat
Envoyer
Arrêter
Réessayer
Nouvelle conversation
Écrire un message
Vous
Recherche de produits …
Arrêté.
Un problème est survenu.
Pas de connexion. Vérifiez votre réseau.
Réessayez dans {n} s.
Bonne réponse
Mauvaise réponse
L’assistant est injoignable.
Supprimer cette conversation ?
Annuler
Nouveau message
L’IA peut faire des erreurs.`,
  es: `Abrir el chat
Cerrar el chat
Enviar
Detener
Reintentar
Nueva conversación
Escribe un mensaje
Tú
Buscando productos …
Detenido.
Algo ha fallado.
Sin conexión. Revisa tu red.
Reintenta en {n} s.
Buena respuesta
Mala respuesta
No se puede contactar con el asistente.
¿Borrar esta conversación?
Cancelar
Mensaje nuevo
La IA puede cometer errores.`,
  it: `Apri la chat
Chiudi la chat
Invia
Ferma
Riprova
Nuova conversazione
Scrivi un messaggio
Tu
Cerco i prodotti …
Fermato.
Qualcosa è andato storto.
Nessuna connessione. Controlla la rete.
Riprova tra {n} s.
Buona risposta
Cattiva risposta
L’assistente non è raggiungibile.
Eliminare questa conversazione?
Annulla
Nuovo messaggio
L’IA può commettere errori.`,
  pt: `Abrir o chat
Fechar o chat
Enviar
Parar
Tentar de novo
Nova conversa
Escreva uma mensagem
Você
Procurando produtos …
Parado.
Algo deu errado.
Sem conexão. Verifique a rede.
Tente de novo em {n} s.
Boa resposta
Má resposta
O assistente está inacessível.
Apagar esta conversa?
Cancelar
Nova mensagem
A IA pode cometer erros.`,
  nl: `Chat openen
Chat sluiten
Versturen
Stoppen
Opnieuw proberen
Nieuw gesprek
Schrijf een bericht
U
Producten zoeken …
Gestopt.
Er ging iets mis.
Geen verbinding. Controleer uw netwerk.
Probeer het opnieuw over {n} s.
Goed antwoord
Slecht antwoord
De assistent is niet bereikbaar.
Dit gesprek verwijderen?
Annuleren
Nieuw bericht
AI kan fouten maken.`,
  pl: `Otwórz czat
Zamknij czat
Wyślij
Zatrzymaj
Spróbuj ponownie
Nowa rozmowa
Napisz wiadomość
Ty
Szukam produktów …
Zatrzymano.
Coś poszło nie tak.
Brak połączenia. Sprawdź sieć.
Spróbuj ponownie za {n} s.
Dobra odpowiedź
Zła odpowiedź
Asystent jest nieosiągalny.
Usunąć tę rozmowę?
Anuluj
Nowa wiadomość
AI może popełniać błędy.`,
  tr: `Sohbeti aç
Sohbeti kapat
Gönder
Durdur
Yeniden dene
Yeni sohbet
Bir mesaj yazın
Siz
Ürünler aranıyor …
Durduruldu.
Bir şeyler ters gitti.
Bağlantı yok. Ağınızı denetleyin.
{n} sn sonra yeniden deneyin.
İyi yanıt
Kötü yanıt
Asistana ulaşılamıyor.
Bu sohbet silinsin mi?
Vazgeç
Yeni mesaj
Yapay zekâ hata yapabilir.`,
  ja: `チャットを開く
チャットを閉じる
送信
停止
再試行
新しい会話
メッセージを入力
あなた
商品を検索しています…
停止しました。
問題が発生しました。
接続がありません。ネットワークを確認してください。
{n}秒後に再試行できます。
良い回答
悪い回答
アシスタントに接続できません。
この会話を削除しますか？
キャンセル
新着メッセージ
AIは間違えることがあります。`,
  zh: `打开聊天
关闭聊天
发送
停止
重试
新对话
输入消息
您
正在搜索商品…
已停止。
出了点问题。
没有网络连接，请检查网络。
请在 {n} 秒后重试。
回答不错
回答不好
无法连接到助手。
删除此对话？
取消
新消息
AI 可能会出错。`,
  ar: `فتح الدردشة
إغلاق الدردشة
إرسال
إيقاف
إعادة المحاولة
محادثة جديدة
اكتب رسالة
أنت
جارٍ البحث عن المنتجات …
تم الإيقاف.
حدث خطأ ما.
لا يوجد اتصال. تحقق من الشبكة.
أعد المحاولة بعد {n} ث.
إجابة جيدة
إجابة سيئة
يتعذّر الوصول إلى المساعد.
حذف هذه المحادثة؟
إلغاء
رسالة جديدة
قد يخطئ الذكاء الاصطناعي.`,
  he: `פתיחת הצ׳אט
סגירת הצ׳אט
שליחה
עצירה
ניסיון נוסף
שיחה חדשה
כתיבת הודעה
את/ה
מחפש מוצרים …
נעצר.
משהו השתבש.
אין חיבור. נא לבדוק את הרשת.
אפשר לנסות שוב בעוד {n} שנ׳.
תשובה טובה
תשובה לא טובה
העוזר אינו זמין.
למחוק את השיחה הזאת?
ביטול
הודעה חדשה
בינה מלאכותית עלולה לטעות.`,
};
