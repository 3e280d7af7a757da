import { intakeTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** What stands over the page while files are held over it. */
export function DropOverlay() {
  const { text } = useTexts(intakeTexts)
  return (
    <div className="kn-drop-anywhere" aria-hidden="true">
      <p>{text('ui.intake.dropAnywhere')}</p>
    </div>
  )
}
