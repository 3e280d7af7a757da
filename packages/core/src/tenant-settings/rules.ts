import type { Issue } from '../kernel/errors.ts'
import { isBlank, isSecretSet, isUrl, toUrl } from '../kernel/field-rules.ts'
import { checkWith } from '../kernel/issues.ts'
import { isStripeId } from '../stripe/schema.ts'
import { missingSettings, type SettingFacts } from '../tenants/requirements.ts'
import { type ChannelKind, type Product, productOf } from '../tenants/schema.ts'
import { type AppSettings, AppSettingsDraft, type WebSettings, WebSettingsDraft } from './schema.ts'

/** TENANT-15, TENANT-16: the kinds of channels that have settings of their own. */
export type ProductPart = Extract<ChannelKind, 'web' | 'app'>
/** C-126: the sentence where a part can't be saved because its product isn't activated. */
export function missingProduct(
  part: ProductPart,
  activatedProducts: readonly Product[],
): 'web.notActivated' | 'app.notActivated' | undefined {
  if (activatedProducts.includes(productOf[part])) return undefined
  return part === 'web' ? 'web.notActivated' : 'app.notActivated'
}

/** TENANT-21 to TENANT-26: what decides about required fields, as a draft of web settings has it. */
export const factsOf = (
  draft: Pick<WebSettingsDraft, 'siteSourceType' | 'subscriptionSource'>,
): SettingFacts => ({
  isProviderActive: false,
  siteSourceType: draft.siteSourceType,
  hasStripe: draft.subscriptionSource.includes('stripe'),
})

/** TENANT-10, TENANT-11, TENANT-19 to TENANT-24: what is wrong with web settings as they would be; `stored` has the secrets that stay. */
export function checkWebSettings(
  draft: WebSettingsDraft,
  stored?: Pick<WebSettings, 'secretKey' | 'webHookKey'>,
): Issue[] {
  const kept = (['secretKey', 'webHookKey'] as const).filter(field =>
    isSecretSet(draft[field], stored?.[field] ?? null),
  )
  const issues = [
    ...checkWith(WebSettingsDraft, draft),
    ...missingSettings('web', draft, { facts: factsOf(draft), kept }),
  ]
  for (const path of ['url', 'landingPageGetAccessLink'] as const)
    if (!isBlank(draft[path]) && !isUrl(toUrl(draft[path]))) issues.push({ path, code: 'validation.url' })
  for (const path of ['pricingTableId', 'planId'] as const)
    if (!isBlank(draft[path]) && !isStripeId(draft[path])) issues.push({ path, code: 'web.stripeId' })
  return firstOfEach(issues)
}

/** TENANT-12, TENANT-25, TENANT-26, C-127: what is wrong with app settings as they would be. */
export function checkAppSettings(
  draft: AppSettingsDraft,
  stored: Pick<AppSettings, 'sharedSecret' | 'siteSourceType' | 'hasStripe'>,
): Issue[] {
  const { siteSourceType, hasStripe, sharedSecret } = stored
  const facts = { isProviderActive: false, siteSourceType: siteSourceType ?? undefined, hasStripe }
  const kept = isSecretSet(draft.sharedSecret, sharedSecret) ? ['sharedSecret'] : []
  return firstOfEach([
    ...checkWith(AppSettingsDraft, draft),
    ...missingSettings('app', draft, { facts, kept }),
  ])
}

/** One sentence for each field. */
const firstOfEach = (issues: readonly Issue[]): Issue[] =>
  issues.filter((issue, index) => issues.findIndex(({ path }) => path === issue.path) === index)
