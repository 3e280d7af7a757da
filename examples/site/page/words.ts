/** The site's own words: English, German, French, Arabic. A language without words of its own has the English ones. */
const table = {
  skip: ['Skip to content', 'Zum Inhalt', 'Aller au contenu', 'انتقل إلى المحتوى'],
  menu: ['Site', 'Seiten', 'Site', 'الموقع'],
  home: ['Home', 'Start', 'Accueil', 'الرئيسية'],
  schedule: ['Schedule', 'Kursplan', 'Planning', 'الجدول'],
  search: ['Search', 'Suche', 'Recherche', 'بحث'],
  noClasses: ['No classes yet.', 'Noch keine Kurse.', 'Pas encore de cours.', 'لا توجد حصص بعد.'],
  signUp: ['Sign up', 'Anmelden', 'S’inscrire', 'اشترك'],
  signIn: ['Sign in', 'Einloggen', 'Se connecter', 'تسجيل الدخول'],
  signOut: ['Sign out', 'Ausloggen', 'Se déconnecter', 'تسجيل الخروج'],
  signedInAs: ['Signed in as', 'Eingeloggt als', 'Connecté en tant que', 'مسجّل باسم'],
  memberNumber: ['Member number', 'Mitgliedsnummer', 'Numéro de membre', 'رقم العضوية'],
  unknownMember: [
    'There is no member with this number.',
    'Es gibt kein Mitglied mit dieser Nummer.',
    'Aucun membre n’a ce numéro.',
    'لا يوجد عضو بهذا الرقم.',
  ],
  memberOff: [
    'This membership is turned off. Write to us.',
    'Diese Mitgliedschaft ist abgeschaltet. Schreiben Sie uns.',
    'Cet abonnement est désactivé. Écrivez-nous.',
    'هذه العضوية موقوفة. راسلنا.',
  ],
  wantsNews: [
    'Send me news and offers.',
    'Neuigkeiten und Angebote senden.',
    'Recevoir les nouveautés et les offres.',
    'أرسلوا لي الأخبار والعروض.',
  ],
  getsNews: [
    'You get news and offers.',
    'Sie erhalten Neuigkeiten und Angebote.',
    'Vous recevez les nouveautés et les offres.',
    'تصلك الأخبار والعروض.',
  ],
  sub: ['Subscribe to watch.', 'Zum Ansehen abonnieren.', 'Abonnez-vous pour regarder.', 'اشترك للمشاهدة.'],
  fac: [
    'Your club gives you your member number.',
    'Ihr Studio gibt Ihnen die Mitgliedsnummer.',
    'Votre club vous donne votre numéro de membre.',
    'يمنحك ناديك رقم العضوية.',
  ],
  sso: [
    'Sign in with your account at your provider.',
    'Mit dem Konto Ihres Anbieters einloggen.',
    'Connectez-vous avec le compte de votre fournisseur.',
    'سجّل الدخول بحسابك لدى مزوّدك.',
  ],
  packages: ['Memberships', 'Mitgliedschaften', 'Abonnements', 'العضويات'],
  plan: ['Check out', 'Zur Kasse', 'Payer', 'إتمام الشراء'],
  payments: [
    'Stripe’s table of prices stands here',
    'Hier steht Stripes Preistabelle',
    'Le tableau des prix de Stripe est ici',
    'جدول أسعار Stripe هنا',
  ],
  keptBy: [
    'Memberships are kept in',
    'Mitgliedschaften liegen in',
    'Les abonnements sont gérés dans',
    'تُدار العضويات في',
  ],
  getAccess: ['Get access', 'Zugang holen', 'Obtenir l’accès', 'احصل على الوصول'],
  classOfTheDay: ['Class of the day', 'Kurs des Tages', 'Cours du jour', 'حصة اليوم'],
  featured: ['Featured', 'Empfohlen', 'À la une', 'مميّز'],
  agreeFirst: [
    'Agree to the newest terms to watch.',
    'Stimmen Sie zum Ansehen den neuesten Bedingungen zu.',
    'Acceptez les dernières conditions pour regarder.',
    'وافق على أحدث الشروط للمشاهدة.',
  ],
  close: ['Close', 'Schließen', 'Fermer', 'إغلاق'],
  webPlayer: [
    'Open in the web player',
    'Im Web-Player öffnen',
    'Ouvrir dans le lecteur web',
    'افتح في مشغّل الويب',
  ],
  fitRadio: [
    'With music by Fit Radio',
    'Mit Musik von Fit Radio',
    'Avec la musique de Fit Radio',
    'مع موسيقى Fit Radio',
  ],
  rate: ['Rate this class', 'Diesen Kurs bewerten', 'Noter ce cours', 'قيّم هذه الحصة'],
  stars: ['Stars', 'Sterne', 'Étoiles', 'نجوم'],
  comment: ['Comment', 'Kommentar', 'Commentaire', 'تعليق'],
  send: ['Send', 'Senden', 'Envoyer', 'إرسال'],
  thanks: [
    'Thank you for your review.',
    'Danke für Ihre Bewertung.',
    'Merci pour votre avis.',
    'شكرًا على تقييمك.',
  ],
  signInToRate: [
    'Sign in to rate.',
    'Zum Bewerten einloggen.',
    'Connectez-vous pour noter.',
    'سجّل الدخول للتقييم.',
  ],
  terms: ['Terms', 'Bedingungen', 'Conditions', 'الشروط'],
  noTerms: [
    'There are no terms yet.',
    'Noch keine Bedingungen.',
    'Pas encore de conditions.',
    'لا شروط بعد.',
  ],
  agree: ['I agree', 'Ich stimme zu', 'J’accepte', 'أوافق'],
  agreed: [
    'You agreed to this version.',
    'Sie haben dieser Version zugestimmt.',
    'Vous avez accepté cette version.',
    'لقد وافقت على هذه النسخة.',
  ],
  language: ['Language', 'Sprache', 'Langue', 'اللغة'],
  follow: ['Links', 'Links', 'Liens', 'روابط'],
  missing: [
    'This page isn’t here.',
    'Diese Seite gibt es nicht.',
    'Cette page n’existe pas.',
    'هذه الصفحة غير موجودة.',
  ],
  channels: ['Channels', 'Kanäle', 'Chaînes', 'القنوات'],
  preview: ['Preview', 'Vorschau', 'Aperçu', 'معاينة'],
  leavePreview: ['Leave the preview', 'Vorschau verlassen', 'Quitter l’aperçu', 'مغادرة المعاينة'],
  previewOver: [
    'The preview has ended. Open it again in the portal.',
    'Die Vorschau ist abgelaufen. Öffnen Sie sie im Portal neu.',
    'L’aperçu est terminé. Rouvrez-le dans le portail.',
    'انتهت المعاينة. افتحها من جديد في البوابة.',
  ],
  failed: [
    'The site can’t be read now. It tries again.',
    'Die Seite ist gerade nicht lesbar. Sie versucht es wieder.',
    'Le site est illisible pour le moment. Nouvel essai en cours.',
    'تعذّرت قراءة الموقع الآن. ستُعاد المحاولة.',
  ],
} as const satisfies Record<string, readonly [en: string, de: string, fr: string, ar: string]>

export type Word = keyof typeof table

const languages = ['en', 'de', 'fr', 'ar']

export const wordsOf = (tag: string) => {
  const index = Math.max(0, languages.indexOf(tag.slice(0, 2)))
  return (word: Word): string => table[word][index]!
}
