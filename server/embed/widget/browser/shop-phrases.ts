/** The names of the phrases about products. */
export const shopNames = [
  'outOfStock',
  'inStock',
  'oldPrice',
  'view',
  'addToCart',
  'products',
  'details',
] as const;

/** The phrases of each language, one a line, in the order of the names: the smallest form, compressed. */
export const shopPhrases: Readonly<Record<string, string>> = {
  en: `Out of stock
In stock
Old price
View
Add to cart
Products
Details`,
  de: `Nicht vorrätig
Vorrätig
Alter Preis
Ansehen
In den Warenkorb
Produkte
Einzelheiten`,
  fr: `Épuisé
En stock
Ancien prix
Voir
Ajouter au panier
Produits
Détails`,
  es: `Agotado
Disponible
Precio anterior
Ver
Añadir al carrito
Productos
Detalles`,
  it: `Esaurito
Disponibile
Prezzo precedente
Vedi
Aggiungi al carrello
Prodotti
Dettagli`,
  pt: `Esgotado
Em estoque
Preço anterior
Ver
Adicionar ao carrinho
Produtos
Detalhes`,
  nl: `Uitverkocht
Op voorraad
Oude prijs
Bekijken
In winkelwagen
Producten
Details`,
  pl: `Brak w magazynie
Dostępny
Poprzednia cena
Zobacz
Do koszyka
Produkty
Szczegóły`,
  tr: `Stokta yok
Stokta
Eski fiyat
İncele
Sepete ekle
Ürünler
Ayrıntılar`,
  ja: `在庫切れ
在庫あり
元の価格
見る
カートに入れる
商品
詳細`,
  zh: `缺货
有货
原价
查看
加入购物车
商品
详情`,
  ar: `غير متوفر
متوفر
السعر السابق
عرض
أضف إلى السلة
المنتجات
التفاصيل`,
  he: `אזל מהמלאי
במלאי
מחיר קודם
לצפייה
הוספה לסל
מוצרים
פרטים`,
};
