/** The names of the phrases of the bubble and of the window around the conversation. */
export const panelNames = [
  'open',
  'close',
  'send',
  'restart',
  'placeholder',
  'confirmRestart',
  'cancel',
  'unread',
  'aiNotice',
  'unreachable',
  'retry',
] as const;

/** The phrases of each language, one a line, in the order of the names: the smallest form, compressed. */
export const panelPhrases: Readonly<Record<string, string>> = {
  en: `Open chat
Close chat
Send
New conversation
Write a message
Delete this conversation?
Cancel
New message
AI can make mistakes.
The assistant cannot be reached.
Try again`,
  de: `Chat öffnen
Chat schließen
Senden
Neue Unterhaltung
Nachricht schreiben
Diese Unterhaltung löschen?
Abbrechen
Neue Nachricht
KI kann Fehler machen.
Der Assistent ist nicht erreichbar.
Erneut versuchen`,
  fr: `Ouvrir le chat
Fermer le chat
Envoyer
Nouvelle conversation
Écrire un message
Supprimer cette conversation ?
Annuler
Nouveau message
L’IA peut faire des erreurs.
L’assistant est injoignable.
Réessayer`,
  es: `Abrir el chat
Cerrar el chat
Enviar
Nueva conversación
Escribe un mensaje
¿Borrar esta conversación?
Cancelar
Mensaje nuevo
La IA puede cometer errores.
No se puede contactar con el asistente.
Reintentar`,
  it: `Apri la chat
Chiudi la chat
Invia
Nuova conversazione
Scrivi un messaggio
Eliminare questa conversazione?
Annulla
Nuovo messaggio
L’IA può commettere errori.
L’assistente non è raggiungibile.
Riprova`,
  pt: `Abrir o chat
Fechar o chat
Enviar
Nova conversa
Escreva uma mensagem
Apagar esta conversa?
Cancelar
Nova mensagem
A IA pode cometer erros.
O assistente está inacessível.
Tentar de novo`,
  nl: `Chat openen
Chat sluiten
Versturen
Nieuw gesprek
Schrijf een bericht
Dit gesprek verwijderen?
Annuleren
Nieuw bericht
AI kan fouten maken.
De assistent is niet bereikbaar.
Opnieuw proberen`,
  pl: `Otwórz czat
Zamknij czat
Wyślij
Nowa rozmowa
Napisz wiadomość
Usunąć tę rozmowę?
Anuluj
Nowa wiadomość
AI może popełniać błędy.
Asystent jest nieosiągalny.
Spróbuj ponownie`,
  tr: `Sohbeti aç
Sohbeti kapat
Gönder
Yeni sohbet
Bir mesaj yazın
Bu sohbet silinsin mi?
Vazgeç
Yeni mesaj
Yapay zekâ hata yapabilir.
Asistana ulaşılamıyor.
Yeniden dene`,
  ja: `チャットを開く
チャットを閉じる
送信
新しい会話
メッセージを入力
この会話を削除しますか？
キャンセル
新着メッセージ
AIは間違えることがあります。
アシスタントに接続できません。
再試行`,
  zh: `打开聊天
关闭聊天
发送
新对话
输入消息
删除此对话？
取消
新消息
AI 可能会出错。
无法连接到助手。
重试`,
  ar: `فتح الدردشة
إغلاق الدردشة
إرسال
محادثة جديدة
اكتب رسالة
حذف هذه المحادثة؟
إلغاء
رسالة جديدة
قد يخطئ الذكاء الاصطناعي.
يتعذّر الوصول إلى المساعد.
إعادة المحاولة`,
  he: `פתיחת הצ׳אט
סגירת הצ׳אט
שליחה
שיחה חדשה
כתיבת הודעה
למחוק את השיחה הזאת?
ביטול
הודעה חדשה
בינה מלאכותית עלולה לטעות.
העוזר אינו זמין.
ניסיון נוסף`,
};
