/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The optimizer has had an advisory a month and nothing here needs it (docs of trust, A5).
  images: { unoptimized: true },
  skipTrailingSlashRedirect: true,
  turbopack: {
    // The icons of lucide-react are drawn by the server; e2e/start/page-scripts.test.ts sees it when this stops to hold.
    resolveAlias: { '../createLucideIcon.mjs': './components/ui/icon.tsx' },
  },
  experimental: {
    // How long a page that was fetched ahead may be shown, the least that Next takes; what changed since is seen after it.
    staleTimes: { static: 30 },
    // More than an action takes. Files are not kept for the proxy at all (its matcher).
    proxyClientMaxBodySize: '2mb',
    // CI builds once, from nothing: what writing a cache takes, no later build gives back.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
  },
  // The last two would run bundled, but take a third of the time in which `npm run dev` compiles its first page.
  serverExternalPackages: [
    'pino',
    'postgres',
    'ioredis',
    '@node-rs/argon2',
    'nodemailer',
    'pdfmake',
    'piscina',
    'drizzle-orm',
    'zod',
  ],
  // Pages get theirs in proxy.ts, and the API sets its own.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // What people read at /developers, machines read as Markdown.
  rewrites: async () => ({
    beforeFiles: [
      { source: '/developers.md', destination: '/developers/markdown' },
      { source: '/developers/:path(.+)\\.md', destination: '/developers/markdown/:path' },
      {
        source: '/developers/:path*',
        has: [{ type: 'header', key: 'accept', value: '(.*)text/markdown(.*)' }],
        destination: '/developers/markdown/:path*',
      },
    ],
  }),
  // `npm run check` checks the types, with the compiler of the project.
  typescript: { ignoreBuildErrors: true },
}
