import { type Output, publishing } from '@kinora/core'
import { useState } from 'react'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { usePublishingTexts } from './texts.ts'
import type { PublishingTarget } from './use-publishing.ts'

type Job = Output<typeof publishing.setChannel>['job']

/** CHAN-15: a refusal is said in the dialog; the register’s text stands for 601. */
export function usePublish(
  target: PublishingTarget | undefined,
  { publish, unpublish }: { publish: readonly string[]; unpublish: readonly string[] },
) {
  const { error } = usePublishingTexts()
  const [job, setJob] = useState<Job>()
  const said = { invalidates: ['channels', 'titles', 'favourites', 'metadata'], failure: saidByCaller }
  const ofChannel = useWrite(publishing.setChannel, said)
  const ofTenant = useWrite(publishing.setTenant, said)
  const write = target?.kind === 'tenant' ? ofTenant : ofChannel
  const send = async (): Promise<boolean> => {
    if (target === undefined) return false
    const { id } = target
    const result =
      target.kind === 'channel'
        ? await ofChannel.send({
            tag: id,
            tenantIdsToPublish: [...publish],
            tenantIdsToUnPublish: [...unpublish],
          })
        : await ofTenant.send({
            TenantId: id,
            ChannelIdsToPublish: [...publish],
            ChannelIdsToUnPublish: [...unpublish],
          })
    if (result.kind !== 'done') return false
    setJob(result.output.job)
    return true
  }
  return {
    send,
    job,
    forget: () => setJob(undefined),
    pending: write.pending,
    error: write.error === null ? undefined : error(write.error),
  }
}
