/**
 * Common password words in Kasse's languages that the npm packages lack: loved things, places, teams, and words for
 * "password". They are in lower case and without diacritics, because passwords are compared in that form.
 */
const GERMAN = `willkommen ichliebedich ichliebdich lassmichrein keineahnung weissnicht meinpasswort passwort kennwort geheimnis
  zuerich luzern winterthur lausanne schaffhausen solothurn matterhorn eidgenosse hoppschwiiz hoppschwiz gruezi gruessgott oesterreich
  bayernmuenchen fcbayern borussia schalke werderbremen hamburgersv fcbasel youngboys servette sonnenblume sternchen engelchen hasi baerchen
  gummibaer haselnuss himbeere erdbeere apfelkuchen blumentopf meerschweinchen hundehuette skifahren sonnenuntergang regenbogen einhorn
  loewe pferd pferde schaetzchen schnuckel schnucki mausebaer knuddel kuschel fruehling fussball eishockey`;
const FRENCH = `bienvenue motdepasse lamotdepasse jetaime jetadore monamour moncoeur cestmoi jesuisbelle doudou loulou louloute chouchou coucou
  bisous poussin doudoune lausanne geneve fribourg neuchatel romandie allezlesbleus olympique allezlom jeanpierre jeanluc mariejeanne
  printemps automne hiver tournesol baguette croissant ordinateur papillon azerty soleil suisse helvetie`;
const ITALIAN = `benvenuto benvenuta tiamo tiamotanto tiadoro amoremio vitamia miamore ciao ciaociao mammamia forzajuve forzainter forzamilan
  forzaroma forzanapoli forzalazio forzaazzurri juventus svizzera ticino bellinzona lugano locarno gattino cagnolino topolino paperino
  cucciolo segreto segretissimo passworddimerda autunno inverno gennaio venerdi gelato pallone arcobaleno famiglia`;
const SERBIAN = `dobrodosli dobardan dobrojutro zdravo lozinka mojalozinka sifra mojasifra tajna mojatajna zaboravio zaboravila volimte
  volimtemnogo volimtesrce ljubav ljubavi ljubavmoja mojaljubav srce srcemoje sunce suncemoje sreco zivote zivotmoj princeza leptir macka
  kucence pasnik kuca porodica mama tata sestra brat prijatelj drugarica jagoda jagodica cokolada cevapcici rakija sljivovica kajmak burek
  kosarka fudbal odbojka crvenazvezda zvezda partizan delije grobari vojvodina radnicki srbija serbia beograd novisad kragujevac subotica
  zrenjanin pancevo cacak kraljevo leskovac krusevac kosovo jugoslavija svajcarska djokovic novakdjokovic nikolatesla tesla racunar
  proleceleto prolece zima leto jesen januar februar ponedeljak subota nedelja milica jovana jelena marija dragana gordana snezana vesna
  tamara ivana katarina andjela teodora nevena marko nikola stefan aleksandar milos nemanja lazar luka zoran goran dragan slobodan
  vladimir branislav miroslav`;

export const COMMON_WORDS: readonly string[] = [GERMAN, FRENCH, ITALIAN, SERBIAN].flatMap((words) =>
  words.split(/\s+/),
);
