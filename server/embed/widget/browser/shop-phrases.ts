/** The names of the phrases about products. Words in braces are replaced. */
export const shopNames = [
  'outOfStock',
  'inStock',
  'oldPrice',
  'view',
  'addToCart',
  'products',
  'details',
  'from',
  'choose',
  'notAdded',
  'quantity',
  'variant',
  'sizes',
  'sizesOf',
  'cheaper',
  'cheaperThan',
  'compare',
  'compareAll',
] as const;

/** The phrases of each language, one a line, in the order of the names: the smallest form, compressed. */
export const shopPhrases: Readonly<Record<string, string>> = {
  en: `Out of stock
In stock
Old price
View
Add to cart
Products
Details
from {price}
Please choose: {name}
It was not added to the cart.
Quantity
Variant
Which sizes?
Which sizes does the {title} come in?
Something cheaper
Show me something cheaper than the {title}
Compare these
Compare the {titles}`,
  de: `Nicht vorrätig
Vorrätig
Alter Preis
Ansehen
In den Warenkorb
Produkte
Einzelheiten
ab {price}
Bitte wählen: {name}
Es wurde nicht in den Warenkorb gelegt.
Menge
Variante
Welche Größen?
In welchen Größen gibt es „{title}“?
Etwas Günstigeres
Zeigen Sie mir etwas Günstigeres als „{title}“
Diese vergleichen
Vergleichen Sie {titles}`,
  fr: `Épuisé
En stock
Ancien prix
Voir
Ajouter au panier
Produits
Détails
à partir de {price}
Veuillez choisir : {name}
L’article n’a pas été ajouté au panier.
Quantité
Variante
Quelles tailles ?
Quelles tailles pour « {title} » ?
Moins cher
Montrez-moi moins cher que « {title} »
Les comparer
Comparez {titles}`,
  es: `Agotado
Disponible
Precio anterior
Ver
Añadir al carrito
Productos
Detalles
desde {price}
Elige: {name}
No se ha añadido al carrito.
Cantidad
Variante
¿Qué tallas?
¿Qué tallas hay de «{title}»?
Algo más barato
Enséñame algo más barato que «{title}»
Compararlos
Compara {titles}`,
  it: `Esaurito
Disponibile
Prezzo precedente
Vedi
Aggiungi al carrello
Prodotti
Dettagli
da {price}
Scegli: {name}
Non è stato aggiunto al carrello.
Quantità
Variante
Quali taglie?
Quali taglie ci sono di «{title}»?
Qualcosa di più economico
Mostrami qualcosa di più economico di «{title}»
Confrontali
Confronta {titles}`,
  pt: `Esgotado
Em estoque
Preço anterior
Ver
Adicionar ao carrinho
Produtos
Detalhes
a partir de {price}
Escolha: {name}
Não foi adicionado ao carrinho.
Quantidade
Variante
Que tamanhos?
Que tamanhos há de “{title}”?
Algo mais barato
Mostre algo mais barato que “{title}”
Comparar estes
Compare {titles}`,
  nl: `Uitverkocht
Op voorraad
Oude prijs
Bekijken
In winkelwagen
Producten
Details
vanaf {price}
Kies eerst: {name}
Het is niet in de winkelwagen gelegd.
Aantal
Variant
Welke maten?
In welke maten is er “{title}”?
Iets goedkopers
Laat iets goedkopers zien dan “{title}”
Deze vergelijken
Vergelijk {titles}`,
  pl: `Brak w magazynie
Dostępny
Poprzednia cena
Zobacz
Do koszyka
Produkty
Szczegóły
od {price}
Wybierz: {name}
Nie dodano do koszyka.
Ilość
Wariant
Jakie rozmiary?
Jakie są rozmiary produktu „{title}”?
Coś tańszego
Pokaż coś tańszego niż „{title}”
Porównaj je
Porównaj {titles}`,
  tr: `Stokta yok
Stokta
Eski fiyat
İncele
Sepete ekle
Ürünler
Ayrıntılar
En düşük {price}
Lütfen seçin: {name}
Sepete eklenmedi.
Adet
Seçenek
Hangi bedenler?
“{title}” hangi bedenlerde var?
Daha ucuzu
“{title}” ürününden daha ucuzunu göster
Bunları karşılaştır
Karşılaştır: {titles}`,
  ja: `在庫切れ
在庫あり
元の価格
見る
カートに入れる
商品
詳細
{price}から
選択してください: {name}
カートに入りませんでした。
数量
種類
サイズは？
「{title}」のサイズは？
もっと安いもの
「{title}」より安いものを見せて
これらを比べる
{titles}を比べて`,
  zh: `缺货
有货
原价
查看
加入购物车
商品
详情
{price} 起
请选择：{name}
未能加入购物车。
数量
款式
有哪些尺码？
“{title}”有哪些尺码？
更便宜的
有比“{title}”更便宜的吗？
比较这些
比较 {titles}`,
  ar: `غير متوفر
متوفر
السعر السابق
عرض
أضف إلى السلة
المنتجات
التفاصيل
ابتداءً من {price}
يرجى الاختيار: {name}
لم تتم الإضافة إلى السلة.
الكمية
الخيار
ما المقاسات؟
ما المقاسات المتوفرة من «{title}»؟
شيء أرخص
أرني شيئًا أرخص من «{title}»
قارن بينها
قارن بين {titles}`,
  he: `אזל מהמלאי
במלאי
מחיר קודם
לצפייה
הוספה לסל
מוצרים
פרטים
החל מ-{price}
נא לבחור: {name}
הפריט לא נוסף לסל.
כמות
דגם
אילו מידות?
אילו מידות יש ל„{title}”?
משהו זול יותר
הראו לי משהו זול יותר מ„{title}”
השוואה ביניהם
השוו בין {titles}`,
};
