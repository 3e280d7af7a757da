import { siteTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the tenant's own site. */
export const useSiteTexts = () => useTexts(siteTexts, validationTexts)

export type SiteTextsOf = ReturnType<typeof useSiteTexts>
