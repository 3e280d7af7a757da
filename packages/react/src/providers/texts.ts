import { credentialTexts, providerTexts, supplyTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of providers. */
export const useProviderTexts = () =>
  useTexts(credentialTexts, providerTexts, supplyTexts, validationTexts, wordTexts)
