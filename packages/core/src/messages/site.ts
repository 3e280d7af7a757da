import type { Catalogue } from './catalogue.ts'

/** SITE: what a tenant's own site looks like and links to. */
export const siteTexts = {
  'required.logo': 'Required Logo',
  'required.favicon': 'Required Favicon',
  'required.homeImage': 'Required Home Image',
  'required.splash': 'Required Splash',
  'required.appIcon': 'Required App Icon',
  'required.linkText': 'Required Link Text',
  'site.colour': 'Write the colour as # and six digits or letters up to F, such as #1F6FEB.',
  'site.orderTwice': '{{tag}} is named twice',
  'site.tooMany': 'A site can have {{max}} custom links. Delete one first.',

  'field.appTitle': 'App title',
  'field.contactEmail': 'Contact e-mail',
  'field.logoUrl': 'Logo',
  'field.faviconUrl': 'Favicon',
  'field.homeImageUrl': 'Home image',
  'field.splashUrl': 'Splash screen',
  'field.appIconUrl': 'App icon',
  'field.primaryColor': 'Primary colour',
  'field.secondaryColor': 'Secondary colour',
  'field.accentColor': 'Accent colour',
  'field.httpLink': 'Link',
  'field.linkText': 'Link text',
  'field.linkHoverText': 'Hover text',

  'ui.site.generalText': 'What the site is called, and where members write to.',
  'ui.site.webText': 'Pictures and colours of the web site.',
  'ui.site.mobileText': 'Pictures and colours of the mobile app, in light and dark.',
  'ui.site.socialText': 'Pages that the foot of the site links to.',
  'ui.site.appText': 'Where members find the app.',
  'ui.site.customText': 'Further links in the foot of the site, in this order.',

  'ui.site.pictures': 'Pictures',
  'ui.site.colours': 'Colours',
  'ui.site.light': 'Light',
  'ui.site.dark': 'Dark',
  'ui.site.asLight': 'Left out, it is the picture of the light theme.',
  'ui.site.pick': 'Pick the {{field}}',
  'ui.site.contrast': 'On {{theme}}: {{ratio}} to 1, {{word}}',
  'ui.site.onLight': 'light pages',
  'ui.site.onDark': 'dark pages',
  'ui.site.contrast.strong': 'strong',
  'ui.site.contrast.good': 'good for text',
  'ui.site.contrast.large': 'for large text only',
  'ui.site.contrast.weak': 'too weak for text',

  'ui.site.network.Facebook': 'Facebook',
  'ui.site.network.Twitter': 'X',
  'ui.site.network.Instagram': 'Instagram',
  'ui.site.pageUrl': 'Page URL',
  'ui.site.shown': 'Shown on the site',
  'ui.site.notShown': 'Not on the site',
  'ui.site.store.Apple': 'App Store (iOS)',
  'ui.site.store.Android': 'Google Play (Android)',
  'ui.site.storeUrl': 'Store URL',
  'ui.site.emptyRemoves': 'Without a URL there is no link.',

  'ui.site.asOf': 'The site at any moment',
  'ui.site.asOf.slide': 'Days from today',
  'ui.site.asOf.moment': 'Moment',
  'ui.site.asOf.help': 'What was published, named and planned then, or will be. Empty is now.',
  'ui.site.asOf.now': 'At present',
  'ui.site.asOf.week': {
    one: '{{count}} class in the week from then',
    other: '{{count}} classes in the week from then',
  },
  'ui.site.asOf.unkept':
    'What the site showed is known from {{moment}} on. This is what is there now, by its dates.',
  'ui.site.previewTheme': 'Theme of the preview',
  'ui.site.previewDevice': 'Device of the preview',
  'ui.site.device.web': 'Web',
  'ui.site.device.app': 'App',
  'ui.site.previewName': 'Your site',
  'ui.site.previewHome': 'Find your next class',
  'ui.site.previewText': 'This is how text looks beside your colours.',
  'ui.site.previewAct': 'Start now',
  'ui.site.previewAccent': 'New',

  'ui.links.add': 'Add link',
  'ui.links.new': 'New link',
  'ui.links.create': 'Create link',
  'ui.links.count': { one: '{{count}} link', other: '{{count}} links' },
  'ui.links.emptyTitle': 'No custom links yet',
  'ui.links.emptyText': 'Add a link to your shop, a blog or your studios.',
  'ui.links.delete': 'Delete link',
  'ui.links.deleteAll': 'Delete all links',
  'ui.links.deleteAllTitle': { one: 'Delete {{count}} link?', other: 'Delete all {{count}} links?' },
  'ui.links.deleteAllText': 'They disappear from the site at once. This can’t be undone.',
  'ui.links.deletedAll': 'All custom links deleted',
  'ui.links.reordered': 'Order of links saved',
  'ui.links.top': 'Move to the top',
  'ui.links.bottom': 'Move to the bottom',
} as const satisfies Catalogue

/** What a customer’s site is told; no page loads it. */
export const siteContentTexts = {
  'siteContent.wrongKeys':
    'The access key and the secret key don’t belong together, or were replaced. Ask customer support for the tenant’s present keys.',
  'siteContent.tokenEnded':
    'The site’s token has ended, or the keys were replaced. Get a new token with the access key and the secret key.',
  'siteContent.productOff':
    'The tenant doesn’t have the product {{product}}. Name one that it has, or have customer support turn it on.',
  'siteContent.readOnlyToken':
    'This token only reads. Hand in reviews and plays from your server, with a token that was asked for without readOnly.',
  'siteContent.asOfStaff':
    'A site shows the present alone. Ask for another moment (asOf) with the sign-in of an account of the tenant, of customer support or of an administrator.',
  'siteContent.memberOff': 'This member is turned off. Turn it on in the portal under Users, Members.',
  'siteContent.notYourTitle':
    'The site doesn’t show a title “{{value}}”. Leave it out, or have its channel published.',
  'siteContent.notYourEvent':
    'The tenant has no event “{{value}}”. Leave it out, or send the id of one of its events.',
  'siteContent.reviewDiffers':
    'The site has handed in another review with the id “{{value}}”. A review can’t be changed; give a new one an id of its own.',
  'siteContent.playDiffers':
    'The site has handed in another play with the id “{{value}}”. A play can’t be changed; give a new one an id of its own.',

  'siteContent.locked': 'This title takes {{names}}, which the member doesn’t have now.',
  'siteContent.termsOutdated':
    'The member has consented to older terms only. Show the newest ones, and tell the version with POST /api/v1/site/member.',
  'siteContent.noSource':
    'The tenant’s members come from neither MMS nor Pseudo SSO. Choose one of them as a source of subscriptions in its web settings.',
  'siteContent.otherSource':
    '{{source}} is no source of the tenant’s members. Choose it in its web settings, or name another.',
  'siteContent.whichSource':
    'The tenant’s members come from MMS and from Pseudo SSO. Say which of them these are, as source.',
  'stripeEvent.notSetUp':
    'The tenant takes no events of Stripe. Choose Stripe as a source of subscriptions in its web settings, and store the webhook secret.',
  'stripeEvent.forged':
    'The signature isn’t that of this event with the tenant’s webhook secret, or is older than five minutes. Store the secret that Stripe shows for this address.',
  'stripeEvent.unreadable':
    'The event is signed, but its fields aren’t those of Stripe’s API. Send it again with a newer API version of the endpoint.',

  'appleEvent.notSetUp':
    'The tenant takes no notifications of the App Store. Choose Apple as a source of subscriptions in its app settings, and store the bundle id of its app.',
  'appleEvent.forged':
    'This isn’t signed by the App Store for the tenant’s app. Check the bundle id in its app settings.',
  'appleEvent.unreadable':
    'The notification is signed, but its fields aren’t those of App Store Server Notifications version 2. Choose version 2 in App Store Connect.',

  'field.reviewId': 'Review ID',
  'field.playId': 'Play ID',
  'field.accessKey': 'Access key',
} as const satisfies Catalogue
