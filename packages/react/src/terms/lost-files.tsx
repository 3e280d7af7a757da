import { Banner } from '../ui/status/banner.tsx'
import { useTermsTexts } from './texts.ts'

/** A reload keeps what was typed, but no file: which ones were chosen before, so that they can be chosen again. */
export function LostFiles({ names }: { names: readonly string[] }) {
  const { text } = useTermsTexts()
  if (names.length === 0) return null
  return <Banner>{text('ui.terms.lost', { names: names.join(', ') })}</Banner>
}
