const addresses: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.org': ['127.0.0.1'],
  'mapped.example.org': ['::ffff:127.0.0.1'],
  'metadata.example.org': ['169.254.169.254'],
  'private.example.org': ['10.1.2.3'],
  'carrier.example.org': ['100.100.100.200'],
  'multicast.example.org': ['224.0.0.1'],
  'unique-local.example.org': ['fd00:ec2::254'],
  'link-local.example.org': ['fe80::1'],
  'tunnel.example.org': ['2002:7f00:1::'],
  'translated.example.org': ['64:ff9b::7f00:1'],
  'mixed.example.org': ['93.184.215.14', '192.168.0.1'],
  'nothing.example.org': [],
  'six.example.org': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
};

/** The addresses of made-up hosts; every other host is public, except one unknown host. */
export const names = (host: string): readonly string[] => {
  if (host === 'unknown.example.org') throw new Error('No such host');
  return addresses[host] ?? ['93.184.215.14'];
};
