import { Skeleton, useTexts } from '@kinora/react'

/** The shape of the portal while it is unknown who is here (AUTH-18). */
export function ShellSkeleton() {
  const { text } = useTexts()
  return (
    <div className="portal-skeleton" role="status" aria-label={text('ui.loading')}>
      <div className="portal-skeleton-side">
        {['a', 'b', 'c', 'd', 'e'].map(key => (
          <Skeleton key={key} width="100%" height={28} />
        ))}
      </div>
      <div className="portal-skeleton-main">
        <Skeleton width="220px" height={32} />
        <Skeleton width="100%" height={40} />
        {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
          <Skeleton key={key} width="100%" height={56} />
        ))}
      </div>
    </div>
  )
}
