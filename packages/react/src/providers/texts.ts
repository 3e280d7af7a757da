import { credentialTexts, providerTexts, supplyTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of providers. */
export const useProviderTexts = () => useTexts(credentialTexts, providerTexts, supplyTexts, validationTexts)
