//! A document of each format, in our own words, with two records or more.

pub(super) const ATOM: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>arXiv Query: all:trams</title>
  <entry>
    <id>http://arxiv.org/abs/2401.00001v2</id>
    <published>2024-01-02T00:00:00Z</published>
    <title>Trams in
  winter</title>
    <summary>  Trams are late when $n &lt; 3$.
</summary>
    <author><name>Ana N&#250;&ntilde;ez</name><arxiv:affiliation>Depot</arxiv:affiliation></author>
    <author><name>Bo Li</name><email>bo@example.org</email></author>
    <link href="https://arxiv.org/pdf/2401.00001v2" rel="related" title="pdf"/>
    <link href="https://arxiv.org/abs/2401.00001v2" rel="alternate" type="text/html"/>
    <arxiv:doi>10.5555/trams.1</arxiv:doi>
    <arxiv:journal_ref>Rails 3 (2025) 1-9</arxiv:journal_ref>
  </entry>
  <entry>
    <id>http://arxiv.org/abs/hep-th/9901001</id>
    <published>1999-01-02T00:00:00Z</published>
    <title>Buses</title>
    <summary>Buses wait.</summary>
  </entry>
</feed>
"#;

pub(super) const PUBMED: &str = r#"<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "pubmed.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">101</PMID><Article>
<Journal><JournalIssue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue><Title>Rails &amp; Wheels</Title></Journal>
<ArticleTitle>Waiting for <i>trams</i> at CO<sub>2</sub>-free stops.</ArticleTitle>
<ELocationID EIdType="pii">x</ELocationID>
<Abstract><AbstractText Label="AIM">To wait.</AbstractText><AbstractText Label="RESULTS">We waited (p&lt;0.05).</AbstractText><AbstractText Label="UNLABELLED">That is all.</AbstractText>
<CopyrightInformation>All rights reserved.</CopyrightInformation></Abstract>
<AuthorList><Author ValidYN="Y"><LastName>Roe</LastName><ForeName>Richard J</ForeName><Initials>RJ</Initials><Suffix>Jr</Suffix>
<AffiliationInfo><Affiliation>Depot. roe@example.org</Affiliation></AffiliationInfo></Author>
<Author ValidYN="N"><LastName>Rho</LastName></Author><Author><CollectiveName>Tram Group</CollectiveName></Author></AuthorList></Article>
<KeywordList><Keyword>trams</Keyword><Keyword>waiting</Keyword></KeywordList>
<CommentsCorrectionsList><CommentsCorrections><PMID>999</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation>
<PubmedData><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/other</ArticleId></ArticleIdList></Reference></ReferenceList>
<ArticleIdList><ArticleId IdType="doi">10.5555/trams.2</ArticleId></ArticleIdList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>102</PMID><Article><ArticleTitle>[Buses].</ArticleTitle></Article>
<OtherAbstract Language="eng"><AbstractText>Buses wait.</AbstractText></OtherAbstract></MedlineCitation></PubmedArticle>
<PubmedBookArticle><BookDocument><PMID>103</PMID><Book><BookTitle>Ships</BookTitle><PubDate><Year>2001</Year></PubDate>
<AuthorList Type="editors"><Author><LastName>Sea</LastName></Author></AuthorList></Book><ArticleTitle>Bells</ArticleTitle>
<AuthorList Type="authors"><Author><LastName>Li</LastName><Initials>B</Initials></Author></AuthorList>
<Abstract><AbstractText>Ships ring.</AbstractText></Abstract></BookDocument><PubmedBookData><ArticleIdList><ArticleId IdType="doi">10.5555/bells</ArticleId></ArticleIdList></PubmedBookData></PubmedBookArticle>
</PubmedArticleSet>
"#;

pub(super) const ACL: &str = r#"<?xml version='1.0' encoding='UTF-8'?>
<collection id="2031.trams">
  <volume id="main" ingest-date="2031-01-01">
    <meta>
      <booktitle>Proceedings of the Workshop on <fixed-case>T</fixed-case>rams</booktitle>
      <editor><first>Ed</first><last>Itor</last></editor>
      <year>2031</year>
    </meta>
    <frontmatter><url hash="0">2031.trams-main.0</url></frontmatter>
    <paper id="1">
      <title>The <fixed-case>TRAM</fixed-case> of <tex-math>n^2</tex-math> stops</title>
      <author><first>Ana</first><last>Núñez</last><variant script="latn"><first>A.</first><last>N.</last></variant></author>
      <author><last>Mononym</last></author>
      <abstract>Trams take <tex-math>k &lt; n</tex-math> turns, <i>late</i>.</abstract>
      <url hash="1">2031.trams-main.1</url>
      <doi>10.5555/trams.3</doi>
    </paper>
  </volume>
  <volume id="demo">
    <paper id="1"><title>Buses</title><abstract>Buses wait.</abstract><url>https://example.org/buses</url></paper>
  </volume>
</collection>
"#;

pub(super) const JATS: &str = r#"<articles>
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink"><front>
<journal-meta><journal-title-group><journal-title>Rails</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="pmcid">PMC11</article-id><article-id pub-id-type="doi">10.5555/trams.4</article-id>
<title-group><article-title>Trams<xref ref-type="fn" rid="f">*</xref></article-title><subtitle>a view</subtitle></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Roe</surname><given-names>Richard</given-names></name><email>r@example.org</email></contrib>
<contrib contrib-type="author"><collab>Tram Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>Itor</surname><given-names>Ed</given-names></name></contrib></contrib-group>
<pub-date pub-type="epub"><year>2030</year></pub-date><pub-date pub-type="pmc-release"><year>2029</year></pub-date>
<self-uri xlink:href="https://example.org/trams?a=1&amp;b=2"/>
<abstract abstract-type="graphical"><p>Picture.</p></abstract>
<abstract><title>Abstract</title><sec><title>Aims</title><p>To see <inline-formula><alternatives><tex-math>\documentclass{minimal}\begin{document}$$x^2$$\end{document}</tex-math><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></alternatives></inline-formula>.</p></sec><sec><title>Results</title><p>Seen&nbsp;<bold>all</bold>.</p><p>Twice.</p></sec></abstract>
<kwd-group><kwd>trams</kwd><kwd>views</kwd></kwd-group><kwd-group kwd-group-type="abbreviations"><kwd>TR</kwd></kwd-group>
</article-meta></front><body><sec><title>Body</title><p>Not for us.</p></sec></body>
<sub-article><front-stub><title-group><article-title>Other</article-title></title-group></front-stub></sub-article></article>
<article><front><article-meta><title-group><article-title>Buses</article-title></title-group><abstract><p>Buses wait.</p></abstract></article-meta></front></article>
</articles>
"#;

pub(super) const BIOC: &str = r#"<?xml version="1.0"?><collection><source>PubMed</source><date/><key/>
<document><id>201</id><infon key="doi">x</infon>
<passage><infon key="type">title</infon><infon key="year">2028</infon><infon key="journal">Rails</infon><infon key="article-id_doi">10.5555/trams.5</infon><infon key="name_0">surname:Roe;given-names:Richard</infon><infon key="kwd">trams, stops</infon><offset>0</offset><text>Trams</text><annotation id="1"><text>Tram</text></annotation></passage>
<passage><infon key="section_type">ABSTRACT</infon><infon key="type">abstract_title_1</infon><text>Abstract</text></passage>
<passage><infon key="section_type">ABSTRACT</infon><infon key="type">abstract_title_1</infon><text>Aims</text></passage>
<passage><infon key="section_type">ABSTRACT</infon><infon key="type">abstract</infon><text>Trams are late.</text></passage>
<passage><infon key="section_type">INTRO</infon><infon key="type">paragraph</infon><text>Not for us.</text></passage></document>
<document><id>202</id><passage><infon key="type">title</infon><infon key="authors">Roe RJ, Li B, </infon><text>Buses</text></passage><passage><infon key="type">abstract</infon><sentence><text>Buses wait.</text></sentence><sentence><text>Long.</text></sentence></passage></document></collection>
"#;

pub(super) const TREC: &str = "<DOC>\n<DOCNO> A-1 </DOCNO>\n<title>Trams & rails</title>\n<author>roe,r. and stone,s.b.</author>\n<text>Trams are late if a<b\nor n > 3.</text>\n</DOC>\n<doc><docno>A-2</docno><title>Buses</title><text><p>Buses wait.</p></text></doc>\n";

pub(super) const OAI: &str = r#"<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2031-01-01</responseDate><ListRecords>
<record><header><identifier>oai:example.org:1</identifier><setSpec>cs</setSpec></header><metadata><oai_dc:dc><dc:title>Trams</dc:title><dc:creator>Roe, Richard</dc:creator><dc:creator>Mono</dc:creator><dc:subject>Rails</dc:subject><dc:description>12 pages</dc:description><dc:description>Trams are late in winter.</dc:description><dc:date>2027-05-01</dc:date><dc:date>2028-05-01</dc:date><dc:identifier>https://example.org/1</dc:identifier><dc:identifier>doi:10.5555/trams.6</dc:identifier><dc:source>Rails; Vol 1</dc:source></oai_dc:dc></metadata></record>
<record><header><identifier>oai:arXiv.org:2501.00001</identifier></header><metadata><arXiv><id>2501.00001</id><created>2025-01-01</created><authors><author><keyname>Li</keyname><forenames>Bo</forenames></author></authors><title>Buses</title><doi>10.5555/buses</doi><abstract>  Buses wait.
</abstract></arXiv></metadata></record>
<record><header status="deleted"><identifier>oai:example.org:3</identifier></header></record></ListRecords></OAI-PMH>
"#;

/// Every document, with its format and how many records it holds.
pub(super) const ALL: [(&str, &str, usize); 7] = [
    ("atom", ATOM, 2),
    ("pubmed", PUBMED, 3),
    ("acl anthology", ACL, 2),
    ("jats", JATS, 2),
    ("bioc", BIOC, 2),
    ("trec", TREC, 2),
    ("oai-pmh", OAI, 3),
];
