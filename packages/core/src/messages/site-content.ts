import type { Catalogue } from './catalogue.ts'

/** What a customer’s site is told; no page loads it. */
export const siteContentTexts = {
  'siteContent.wrongKeys':
    'The access key and the secret key don’t belong together, or were replaced. Ask customer support for the tenant’s present keys.',
  'siteContent.tokenEnded':
    'The site’s token has ended, or the keys were replaced. Get a new token with the access key and the secret key.',
  'siteContent.readOnlyToken':
    'This token only reads. Hand in reviews and plays from your server, with a token that was asked for without readOnly.',
  'siteContent.notYourTitle':
    'The site doesn’t show a title “{{value}}”. Leave it out, or have its channel published.',
  'siteContent.reviewDiffers':
    'The site has handed in another review with the id “{{value}}”. A review can’t be changed; give a new one an id of its own.',
  'siteContent.playDiffers':
    'The site has handed in another play with the id “{{value}}”. A play can’t be changed; give a new one an id of its own.',

  'field.reviewId': 'Review ID',
  'field.playId': 'Play ID',
  'field.accessKey': 'Access key',
} as const satisfies Catalogue

/** Fixed texts of the register whose screens are not built yet (ERR-T2, C-50). A text moves to its noun with its first use; no page loads these. */
export const registerTexts = {
  'loginPage.emailInvalid': 'Email is not valid',

  'title.clubOnly': 'Please Check You Data',
} as const satisfies Catalogue
