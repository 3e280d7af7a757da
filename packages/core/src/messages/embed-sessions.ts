import type { Catalogue } from './catalogue.ts'

/** KEY-06: embed sessions, as the server and the command line say it. */
export const embedTexts = {
  'embed.keyless': 'Sessions are made with a key. Call with one, or name one of your keys in keyId.',
  'embed.titles': 'Name at least one title, channel or category, or leave titles out for all of them.',
  'embed.rights': 'Name the rights or the components that the session is for.',
  'embed.moreThanKey': 'The key hasn’t the right {{rights}}. Leave it out, or make a key that has it.',
  'embed.actsAs': 'Name the tenant or the provider that the session acts for.',
  'embed.oneSide': 'A session acts for a tenant or for a provider. Name one of them.',
  'embed.origin': '{{origin}} is no origin of this key or its tenant. Add it to the key first.',
  'embed.lifetime': 'A session lasts from one minute to 24 hours.',
  'embed.ended': 'This session has ended. The page gets a new one from its host.',
  'embed.noRight':
    'This session may not do this. It takes the right {{rights}}, which the host hasn’t given.',
  'embed.featureOff': 'The host of this page has turned this off ({{feature}}).',
  'embed.notTheseTitles': 'This session is for certain titles, and this call isn’t limited to them.',
  'embed.outside': 'This session is for certain titles, and the title wouldn’t be one of them.',
  'embed.elsewhere':
    'This session may not be used on {{origin}}. The host names the page’s origin when it makes the session.',
  'embed.noOrigin': 'This session is for pages, and the call names none in its Origin header.',
} as const satisfies Catalogue
