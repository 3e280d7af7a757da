import { commonTexts, isKinoraError } from '@kinora/core'
import { createContext, useContext } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { useTexts } from './message.ts'

/** Where the host explains a refusal, by its code. */
export type HelpHref = (code: string) => string

/** Nothing where the host has no help centre. */
export const HelpContext = createContext<HelpHref | undefined>(undefined)

/** The code by which help knows a refusal; undefined where its sentence says all there is. */
export function helpCodeOf(error: unknown): string | undefined {
  if (!isKinoraError(error)) return undefined
  const { code, detail, issues } = error
  if (detail === commonTexts['error.featureUnavailable']) return 'featureUnavailable'
  if (code === 'refused') return issues.length === 1 ? issues[0]!.code : undefined
  return code === 'invalid' || code === 'aborted' ? undefined : code
}

/** Where what went wrong is explained. */
function useHelpHref(error: unknown): string | undefined {
  const help = useContext(HelpContext)
  const code = helpCodeOf(error)
  return code === undefined ? undefined : help?.(code)
}

/** Leads to the explanation of a refusal, in a tab of its own, so that nothing typed is left. */
export function HelpLink({ error }: { error: unknown }) {
  const { text } = useTexts()
  const href = useHelpHref(error)
  if (href === undefined) return null
  return (
    <ButtonLink href={href} target="_blank" variant="quiet" size="compact">
      {text('ui.help.why')}
    </ButtonLink>
  )
}
