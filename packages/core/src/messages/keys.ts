import type { Catalogue } from './catalogue.ts'

/** KEY-01, KEY-02: keys for machines, as server and command line say it. */
export const keyTexts = {
  'key.rights': 'Choose at least one right.',
  'key.network': 'Networks are addresses such as 192.0.2.7, or ranges such as 10.0.0.0/8.',
  'key.origin':
    'Origins are what a page’s address begins with, such as https://studio.example.com, without a path.',
  'key.endsOn': 'The last day must be between {{first}} and {{last}}: a key is good for two years at most.',
  'key.oldEndsAt': 'The old secret can stay good for seven days at most, and no longer than the key.',
  'key.noTenants': 'A key of a provider names no tenants.',
  'key.tooMany': 'You have {{max}} keys. Revoke one that nothing uses.',
  'key.over': 'This key is revoked or has ended. Create a new one.',
  'key.wrong': 'This isn’t a key of this server. Check that it was copied whole.',
  'key.revoked': 'This key was revoked.',
  'key.ended': 'This key has ended. Create a new one.',
  'key.maker':
    'The account that made this key was closed or changed. Create a new key with the account of today.',
  'key.noRight': 'This key may not do this. It takes the right {{rights}}.',
  'key.never': 'No key may do this. Sign in as a person.',
  'key.elsewhere': 'This key may not be used from this network.',
  'key.tooFast': 'This key has made too many calls. Wait as long as Retry-After says.',
  'body.json': 'The body of the request must be a JSON object in UTF-8',
  'body.form':
    'The body of the request must be a whole form of the type multipart/form-data with named parts',
  'idempotency.key':
    'An idempotency key is 1 to {{max}} visible ASCII characters without spaces, such as a UUID.',
  'idempotency.reused':
    'This idempotency key was sent before with another call or other input. Send a new key with each new thing.',
  'idempotency.running': 'The same call is still being worked on. Ask again in a moment with the same key.',
  'idempotency.overtaken': 'Another try of the same call has taken over. Nothing was saved by this one.',
  'idempotency.made':
    'This was done before under the same idempotency key ({{noun}} {{id}}), and its answer was lost. Look at what is there before you send it under a new key.',
} as const satisfies Catalogue

/** KEY-01, KEY-04: API keys and one's own sign-ins in the portal. */
export const keyScreenTexts = {
  'field.rights': 'Rights',
  'field.networks': 'Networks',
  'field.origins': 'Origins',

  'ui.keys.create': 'Create API key',
  'ui.keys.none': 'There are no keys yet.',
  'ui.keys.nameHelp': 'What uses it, as the list and the audit log show it.',
  'ui.keys.rightsHelp': 'A key does what it has a right to, and never more than you may do yourself.',
  'ui.keys.endsHelp': 'Two years ahead at most.',
  'ui.keys.networksHelp':
    'Addresses or ranges such as 10.0.0.0/8, one on each line. Empty, it works from everywhere.',
  'ui.keys.start': 'Begins with {{start}}',
  'ui.keys.ended': 'Ended on {{day}}',
  'ui.keys.lastUsed': 'Last used',
  'ui.keys.never': 'Never',
  'ui.keys.madeBy': 'Made by',
  'ui.keys.made': 'Key for “{{name}}”',
  'ui.keys.once': 'Copy your key now. You won’t be able to see it again.',
  'ui.keys.key': 'Key',
  'ui.keys.copy': 'Copy key',
  'ui.keys.kept': 'I have copied it',
  'ui.keys.rotate': 'New secret',
  'ui.keys.rotateNamed': 'New secret for “{{name}}”',
  'ui.keys.rotateAsk': 'Give “{{name}}” a new secret?',
  'ui.keys.rotateText': 'The old secret stops working at once, unless you let it work for a day.',
  'ui.keys.rotateKeep': 'Let the old secret work for another 24 hours',
  'ui.keys.revoke': 'Revoke',
  'ui.keys.revokeNamed': 'Revoke “{{name}}”',
  'ui.keys.revokeAsk': 'Revoke “{{name}}”?',
  'ui.keys.revokeText': 'Programs that use it stop working at once. This can’t be undone.',
  'ui.keys.revoked': '“{{name}}” revoked',
  'ui.keys.right.read': 'Read titles, channels, collections and the schedule',
  'ui.keys.right.upload': 'Upload titles, pictures and captions',
  'ui.keys.right.titles': 'Edit and delete titles',
  'ui.keys.right.bulk': 'Bulk uploads, and acts on many titles, publishing and deleting included',
  'ui.keys.right.publish': 'Publish and unpublish',
  'ui.keys.right.catalogue': 'Collections, documents, subscriptions, categories and labels',
  'ui.keys.right.schedule': 'Events of the schedule',
  'ui.keys.right.members': 'Members of the site',
  'ui.keys.right.reports': 'Reports, numbers and reviews',
  'ui.keys.right.site': 'Site settings, links and terms',
  'ui.keys.right.supply': 'Providers and channels',
  'ui.keys.right.tenants': 'Tenants with their web and app settings',
  'ui.keys.right.platform': 'Texts, playback data and storage of the platform',
  'ui.keys.right.audit': 'Audit log and history',
  'ui.keys.right.embed': 'Embed sessions for people of your platform, within the other rights',
  'ui.keys.right.accounts': 'Accounts that your identity provider hands over (SCIM)',

  'ui.keys.originsHelp':
    'Pages that embed components with sessions of this key, such as https://studio.example.com, one on each line.',
  'ui.keys.origins': 'Origins',
  'ui.keys.originsNamed': 'Origins of “{{name}}”',

  'ui.embed.title': 'Embed sessions',
  'ui.embed.text':
    'People of other platforms who use components on a page there, for as long as their session lasts.',
  'ui.embed.none': 'Nobody has a session.',
  'ui.embed.person': 'Person',
  'ui.embed.ends': 'Ends',
  'ui.embed.endNamed': 'End the session of {{name}}',
  'ui.embed.ended': 'Session ended',
  'ui.embed.tenantOrigins': 'Origins of the tenant',
  'ui.embed.originsHelp':
    'Pages that may embed components, such as https://studio.example.com, one on each line. Changes apply at once.',
  'ui.embed.originsSaved': 'Origins saved',

  'ui.signIns.title': 'Your sign-ins',
  'ui.signIns.text': 'Where you are logged in. End one that you don’t recognize, then change your password.',
  'ui.signIns.program': 'Program',
  'ui.signIns.current': 'This one',
  'ui.signIns.end': 'End',
  'ui.signIns.endNamed': 'End the sign-in of {{moment}}',
  'ui.signIns.done': 'Sign-in ended',
  'ui.signIns.portal': 'Portal',
  'ui.signIns.embed': 'Another app',
  'ui.signIns.cli': 'Command line',
  'ui.signIns.api': 'API',
} as const satisfies Catalogue

/** What leads to the keys. */
export const keyPlaceTexts = {
  'ui.keys.title': 'API keys',
  'ui.keys.text': 'For CI, cron and other programs, so that nobody’s password is in a script.',
  'ui.keys.open': 'Open API keys',
} as const satisfies Catalogue
