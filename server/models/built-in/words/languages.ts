/** Common words of shoppers' messages, without accents, by language. Words that English has, too, are left out. */
export const commonWords: Readonly<Record<string, string>> = {
  de: `ich und der die das den dem ein eine einen mir mich ihr ihre sie haben habt hast suche suchen brauche mochte will wollen kaufen zeig zeige zeigen
    was wie wo wann warum welche welches gibt es ist sind nicht kein keine fur mit ohne unter uber auch noch bitte danke hallo guten tag preis kostet versand lieferung
    bestellung ruckgabe umtausch hemd hemden schuhe kleid kleider jacke jacken hose hosen tasche blau blaue blaues blauen rot rote roten schwarz schwarze weiss gruen gruene grosse billig billiger gunstig geschenk liefern offnungszeiten`,
  fr: `je tu vous nous avez avons cherche voudrais veux besoin montrez montrer moi pour avec sans mais est sont les des une du dans sur quel quelle quels quelles combien coute
    prix livraison commande retour retours ou quand comment pourquoi bonjour salut merci plait chemises chaussures veste vestes pantalon sac bleu bleue bleues rouge rouges noir noire
    noires blanc blanche vert taille couleur moins cher chere cadeau aussi plus livrez`,
  es: `yo el los las una unos unas usted ustedes tienen tienes tiene busco buscando botas cuero quiero quisiera necesito mostrar muestrame muestra ensename para con sin pero es son del que cual
    cuanto cuesta cuestan precio envio envios pedido devolucion devoluciones donde cuando como hola gracias favor camisa camisas zapatos vestido vestidos chaqueta chaquetas pantalones bolso azul azules rojo roja rojos
    negro negra negros blanco blanca verde talla barato barata baratos mas menos regalo buenos dias tambien algo collar collares`,
  it: `io il gli lo della che avete hai cerco cercando vorrei voglio bisogno mostrami mostra per senza ma sono questo quale quali quanto costa costano prezzo spedizione spedite
    ordine reso resi dove quando perche ciao buongiorno salve grazie favore camicia camicie scarpe vestito vestiti giacca giacche pantaloni borsa blu rosso rossa rosse rossi nero nera neri bianco bianca taglia colore economico piu meno regalo collana anche`,
  pt: `eu voce voces os uma umas tem teem procuro procurando quero queria gostaria preciso mostre mostra para com sem mas sao qual quais quanto custa custam preco frete envio entrega enviam pedido devolucao
    devolucoes onde quando porque ola obrigado obrigada favor camisa camisas sapatos vestido vestidos jaqueta casaco calcas bolsa azul azuis vermelho vermelha vermelhos preto preta branco branca verde tamanho barato mais menos presente bom dia nao meu minha`,
  nl: `ik je jij jullie heeft heb hebben hebt zoek zoeken nodig graag laat zien voor met zonder maar het een de van niet geen wat hoe waar wanneer waarom welke kost kosten prijs verzending levering bezorgen
    bestelling retour retourneren hallo goedemorgen dank bedankt alsjeblieft overhemd overhemden schoenen jurk jurken jas jassen broek tas blauw blauwe rood rode zwart zwarte wit witte groen maat kleur goedkoper goedkoop cadeau ook mijn`,
  pl: `czy macie masz mam szukam potrzebuje chce chcialbym chcialabym pokaz prosze dla bez jest sa nie ile kosztuje kosztuja cena dostawa wysylka wysylacie zamowienie zwrot zwroty gdzie kiedy jak dlaczego jaki jakie czesc dzien dobry dziekuje
    koszula koszule buty sukienka sukienki kurtka kurtki kurtke spodnie torba niebieski niebieska niebieskie czerwony czerwona czerwone czarny czarna czarne bialy biala rozmiar kolor tani tanie tansze prezent moje zimowej tez`,
  tr: `bir ve bu su icin ile ama degil var yok mi mu misiniz ariyorum istiyorum lazim goster gosterir gosterin bana ne kadar nerede nasil neden hangi fiyat fiyati kargo teslimat ucreti siparis siparisim iade iadesi merhaba selam tesekkurler
    lutfen gomlek ayakkabi elbise ceket pantolon canta mavi kirmizi siyah beyaz yesil beden renk ucuz hediye daha`,
};

/** The one reply in another language: what the assistant understands and can do. */
export const sentences: Readonly<Record<string, string>> = {
  de: 'Ich verstehe leider nur Englisch. Schreiben Sie mir zum Beispiel “blue shirt under 50”, dann suche ich in diesem Shop danach.',
  fr: 'Je ne comprends malheureusement que l’anglais. Écrivez-moi par exemple « blue shirt under 50 » et je chercherai dans cette boutique.',
  es: 'Lo siento, solo entiendo inglés. Escríbame por ejemplo «blue shirt under 50» y lo buscaré en esta tienda.',
  it: 'Purtroppo capisco solo l’inglese. Mi scriva per esempio «blue shirt under 50» e lo cercherò in questo negozio.',
  pt: 'Infelizmente só entendo inglês. Escreva-me, por exemplo, “blue shirt under 50” e eu procuro nesta loja.',
  nl: 'Ik begrijp helaas alleen Engels. Schrijf bijvoorbeeld “blue shirt under 50”, dan zoek ik dat in deze winkel.',
  pl: 'Niestety rozumiem tylko po angielsku. Proszę napisać na przykład „blue shirt under 50”, a poszukam w tym sklepie.',
  tr: 'Maalesef yalnızca İngilizce anlıyorum. Örneğin “blue shirt under 50” yazın, bu mağazada arayayım.',
  ja: '申し訳ありませんが、英語のみ対応しています。例えば「blue shirt under 50」とお書きいただければ、このショップで探します。',
  zh: '抱歉，我只懂英语。例如请输入“blue shirt under 50”，我会在本店为您查找。',
  ar: 'عذرًا، أفهم الإنجليزية فقط. اكتب مثلًا “blue shirt under 50” وسأبحث عنه في هذا المتجر.',
  he: 'מצטער, אני מבין רק אנגלית. אפשר לכתוב למשל “blue shirt under 50” ואחפש בחנות הזו.',
};
