import type { SlotCues } from "../slot-cues.ts";

export const slotCues: SlotCues = {
  subjects: {
    email: { sure: "email|e-mail|mail|courriel|adresse e-mail|adresse mail|adresse électronique|mél|adresse email" },
    phone: {
      sure: "téléphone|numéro de téléphone|portable|numéro de portable|mobile|numéro de mobile|téléphone fixe",
      maybe: "joindre|appeler|rappeler",
    },
    url: { sure: "lien|url|site|site web|page web|adresse web|site internet" },
    iban: { sure: "iban|rib|numéro de compte|compte bancaire", maybe: "compte" },
    plate: { sure: "plaque|immatriculation|plaque d'immatriculation|numéro d'immatriculation" },
    code: {
      sure: "code|référence|numéro de référence|numéro de commande|numéro de réservation|numéro de client|numéro de suivi|numéro de série|numéro de facture|numéro de dossier|numéro de contrat|numéro de carte|numéro d'adhérent|code postal|identifiant|numéro de vol|numéro de compteur|code promo|numéro de passeport|numéro de billet|pin",
      maybe: "numéro",
    },
    address: {
      sure: "adresse|rue|adresse de livraison|adresse postale|domicile|où habitez-vous|où habites-tu|adresse de facturation|où livrer",
      maybe: "habitez|livrer|livrons",
    },
    person: {
      sure: "qui|à qui|pour qui|avec qui|votre nom|ton nom|prénom|nom de famille|nom complet|nom et prénom|à quel nom|au nom de qui|comment vous appelez-vous|comment t'appelles-tu|nom du client|nom de la personne|personne à contacter|nom du patient",
      maybe:
        "nom|noms|personne|client|patient|passager|destinataire|bénéficiaire|conducteur|médecin|auteur|titulaire|propriétaire",
    },
    place: {
      sure: "où|d'où|ville|pays|lieu|endroit|aéroport|gare|arrêt|station|destination|départ de|région|quartier|lieu de naissance|point de rendez-vous|adresse du lieu",
      maybe: "salle|étage|agence|bureau",
    },
    thing: {
      sure: "titre|marque|modèle|couleur|type de|genre de|sorte de|quel type|quelle sorte|race|entreprise|société|nom de l'entreprise|produit|article|profession|métier|sujet|langue|catégorie|nom du chien|nom du restaurant",
      maybe: "quoi|quel|quelle|quels|quelles|que",
    },
    story: {
      sure: "décrivez|décris|description|que s'est-il passé|qu'est-il arrivé|que se passe-t-il|racontez|commentaire|commentaires|remarque|remarques|message|raison|motif|pourquoi|détails|expliquez|réclamation|symptômes|autre chose|précisions|instructions|quel est le problème|avis",
      maybe: "problème|panne|dommage|demande",
    },
    date: {
      sure: "quand|date|jour|quel jour|à quelle date|quelle date|date de naissance|anniversaire|date limite|échéance|date d'expiration|depuis quand|jusqu'à quand|à partir de quand|date d'achat",
      maybe: "né|née|depuis|mois|semaine",
    },
    time: { sure: "heure|à quelle heure|quelle heure|heure de départ|heure d'arrivée|horaire" },
    date_range: { sure: "période|dates|quelles dates|de quand à quand|quels jours" },
    time_range: { sure: "créneau|plage horaire|horaires|de quelle heure à quelle heure" },
    duration: {
      sure: "combien de temps|durée|pendant combien de temps|combien de nuits|combien de jours|combien d'heures|combien de minutes|combien de semaines|combien de mois|combien d'années|nombre de nuits|nombre de jours|âge|quel âge",
    },
    money: {
      sure: "prix|coût|montant|budget|tarif|loyer|salaire|revenu|acompte|paiement|combien coûte|combien voulez-vous payer|argent|don|pourboire|caution|somme|mensualité",
      maybe: "combien|valeur|payer",
    },
    measure: {
      sure: "poids|combien pèse|pèse|taille|hauteur|largeur|profondeur|distance|température|volume|surface|superficie|vitesse|consommation|kilométrage|mètres carrés",
      maybe: "longueur|quantité",
    },
    people: {
      sure: "combien de personnes|nombre de personnes|combien êtes-vous|combien serez-vous|combien d'invités|nombre d'invités|combien d'adultes|combien d'enfants|nombre de passagers|nombre d'adultes|nombre d'enfants|combien de places|nombre de places|nombre de participants|nombre de convives",
      maybe: "personnes|invités|adultes|enfants|passagers|participants|places|convives",
    },
    things: { sure: "combien de|nombre de|combien de fois|quantité", maybe: "étoiles|note|nombre|fois" },
  },
  traits: {
    past: {
      sure: "était|étaient|passé|arrivé|né|née|naissance|anniversaire|depuis|depuis quand|acheté|date d'achat|perdu|avez-vous|as-tu|accident|incident|dernière fois|délivré|émis|trouvé|relevé",
    },
    future: {
      sure: "voulez|veux|souhaitez|souhaites|voudriez|devons|sera|pouvons|prochain|prochaine|rendez-vous|réservation|livraison|date limite|échéance|expiration|besoin|convient|préférez",
    },
    start: {
      sure: "depuis|à partir de|à partir de quand|début|commence|premier jour|première nuit|départ|partez|origine|d'où|aller|arrivée à l'hôtel|retrait|emménagement",
    },
    end: {
      sure: "jusqu'à|jusqu'à quand|fin|finit|termine|dernier jour|dernière nuit|retour|revenez|destination|arrivée|arrivez|où allez-vous|restitution|date limite|échéance|expiration",
    },
    years: { sure: "âge|quel âge" },
    unit_next: { sure: "en|combien de|nombre de|(" },
  },
};
