import { wordTexts } from '@kinora/core'
import { Download } from 'lucide-react'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useTexts } from './message.ts'

/** Saves what a list holds as a file. */
export function ExportButton(props: Pick<ButtonProps, 'onClick' | 'loading' | 'disabled'>) {
  const { text } = useTexts(wordTexts)
  return (
    <Button icon={<Download size={16} aria-hidden="true" />} {...props}>
      {text('ui.export')}
    </Button>
  )
}
