import type { Catalogue } from './catalogue.ts'

/** C-139: titles at JW Player. */
export const deliveryTexts = {
  'ui.delivery.title': 'On JW Player',
  'ui.delivery.help':
    'Sites on JW Player play the title from there. Until it is ready they play it from here.',
  'ui.delivery.list': 'Sites on JW Player',
  'ui.delivery.status.waiting': 'Waiting',
  'ui.delivery.status.processing': 'Processing',
  'ui.delivery.status.ready': 'Ready',
  'ui.delivery.status.failed': 'Failed',
  'ui.delivery.status.leaving': 'Being removed',
  'ui.delivery.problem.noCredentials':
    'Neither {{tenant}} nor the title’s provider has a JwPlayerSiteId and JwPlayerSecret. Enter them in the tenant’s settings.',
  'ui.delivery.problem.noAddress':
    'The server doesn’t know its public address, from which JW Player fetches. Start it with KINORA_PUBLIC_URL.',
  'ui.delivery.problem.noFile': 'The title has no uploaded file. Upload one.',
  'ui.delivery.problem.refused':
    'JW Player refused the secret. Enter a JwPlayerSecret that may manage media of this site.',
  'ui.delivery.problem.siteUnknown': 'JW Player doesn’t know the site. Correct the JwPlayerSiteId.',
  'ui.delivery.problem.invalid': 'JW Player didn’t take the title. Correct what it says, then try again.',
  'ui.delivery.problem.busy': 'JW Player takes no more calls for now. It is tried again by itself.',
  'ui.delivery.problem.unreachable': 'JW Player doesn’t answer. It is tried again by itself.',
  'ui.delivery.problem.failed':
    'JW Player couldn’t fetch or process the file. Try again, or upload another file.',
  'ui.delivery.problem.gaveUp': 'JW Player didn’t answer in {{count}} tries. Try again once it does.',
  'ui.delivery.said': 'JW Player says: {{words}}',
  'ui.delivery.again': 'Deliver to {{tenant}} again',
  'ui.delivery.retried': 'JW Player is asked again',
} as const satisfies Catalogue

/** Why media platform 1 is refused (C-139). */
export const mediaPlatformTexts = {
  'platform.noAddress':
    'JW Player can’t be chosen yet: the server doesn’t know its public address, from which JW Player fetches. Start it with KINORA_PUBLIC_URL.',
  'platform.noCredentials':
    'JW Player needs a JwPlayerSiteId and JwPlayerSecret. Enter them here, or choose a provider’s: no provider has any.',
} as const satisfies Catalogue
