import { type TitleJob, toJobResult } from '@kinora/core'
import { useLink } from '../../ui/frame/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useTitleJobTexts } from './texts.ts'
import { useJobFailures } from './use-job-failures.ts'

export interface JobResultsProps {
  job: TitleJob
  titleHref: (tag: string) => string
  onClose: () => void
}

/** What a job refused or left alone: a line and a link for each title, with its own reason. */
export function JobResults({ job, titleHref, onClose }: JobResultsProps) {
  const { text } = useTitleJobTexts()
  const Link = useLink()
  const failed = useJobFailures(job, titleHref)
  const [title] = toJobResult(job).map(part => text(part.text, part.params))
  return (
    <Dialog open onClose={onClose} size="wide" title={title!} closeLabel={text('ui.close')}>
      <ul className="kn-result-lines">
        {failed.map(({ id, name, href, reason }) => (
          <li key={id}>
            <Link href={href!}>{name}</Link>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
