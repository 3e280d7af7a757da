import { type PackagePrice, priceWords, stripeTexts } from '@kinora/core'
import { useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { Button } from '../ui/button.tsx'

interface StripeCheckProps {
  /** What the answer is about: once it is another one, the answer goes. */
  subject: string
  disabled: boolean
  pending: boolean
  /** Undefined where it failed, which is said elsewhere. */
  ask(): Promise<PackagePrice | undefined>
}

/** C-114: asks Stripe about an id; what it says blocks nothing. */
export function StripeCheck({ subject, disabled, pending, ask }: StripeCheckProps) {
  const { text } = useTexts(stripeTexts)
  const [said, setSaid] = useState<{ subject: string; answer: PackagePrice }>()
  const check = async () => {
    const answer = await ask()
    if (answer !== undefined) setSaid({ subject, answer })
  }
  const answer = said?.subject === subject ? said.answer : undefined
  return (
    <div className="kn-checked-field">
      <Button loading={pending} disabled={disabled} onClick={() => void check()}>
        {text('ui.stripe.check')}
      </Button>
      <p role="status" data-tone={answer === undefined || answer.outcome === 'found' ? undefined : 'warning'}>
        {answer === undefined ? '' : priceWords(answer, text)}
      </p>
    </div>
  )
}
